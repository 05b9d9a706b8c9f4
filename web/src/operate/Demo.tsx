import { Eye } from "lucide-react";
import { useEffect, useState } from "react";
import type { DemoInfo } from "@/gen/messages";
import { api } from "@/link/http";
import { useLive } from "@/link/live";
import { Button } from "@/ui";
import { type Said, said, useLanguage, useWords } from "@/words";
import { showDemo } from "./demo";

/** Who can show the exercise of the session; null until that is known. */
function useDemo(exercise: string, variant: string): DemoInfo | null {
  const [found, setFound] = useState<DemoInfo | null>(null);
  useEffect(() => {
    let ended = false;
    setFound(null);
    if (!exercise) return;
    api
      .get<DemoInfo>(`/api/demos/${encodeURIComponent(exercise)}?variant=${encodeURIComponent(variant)}`)
      .then((info) => !ended && setFound(info))
      // then nobody shows it
      .catch(() => !ended && setFound({ pilot: "", variant: "" }));
    return () => {
      ended = true;
    };
  }, [exercise, variant]);
  return found;
}

/** Lets a pilot show the exercise from the same start, on this panel. `locked`: why nothing can be asked now. */
export function DemoButton({ locked }: { locked: string }) {
  const w = useWords();
  const language = useLanguage();
  const exercise = useLive((live) => live.session?.exercise ?? "");
  const variant = useLive((live) => live.session?.variant ?? "");
  const variants = useLive((live) => live.described?.exercise?.variants ?? null);
  const info = useDemo(exercise, variant);
  const other = info?.pilot && info.variant !== variant ? info.variant : "";
  const way =
    other && (said(variants?.find(({ name }) => name === other)?.title as Said | undefined, language) || other);
  const hint = [w.operate.demo.hint, way && w.operate.demo.otherWay(way)].filter(Boolean).join(" ");
  const reason = info === null ? w.common.loading : info.pilot ? locked : w.operate.demo.none;
  return (
    <Button
      variant="quiet"
      size="s"
      icon={Eye}
      reason={reason || undefined}
      title={reason ? undefined : hint}
      onClick={() => info && void showDemo(info)}
      data-testid="demo"
    >
      {w.operate.demo.button}
    </Button>
  );
}
