import { useCallback, useEffect, useState } from "react";
import { api } from "@/link/http";
import { useTheme } from "@/shell/theme";
import { ErrorBox, Skeleton } from "@/ui";
import { useWords } from "@/words";
import { sweepPath } from "./paths";
import css from "./Sweeps.module.css";
import { usePolled } from "./usePolled";

const once = () => null;

/** A picture of a sweep, drawn by the server in the colours of the page; the last one stays until the next is there. */
export function Picture({ sweep, picture, version }: { sweep: string; picture: string; version: string }) {
  const w = useWords().sweeps;
  const theme = useTheme((state) => state.shown);
  const address = `${sweepPath(sweep)}/pictures/${picture}.svg?theme=${theme}&version=${version}`;
  const ask = useCallback(() => api.text("GET", address), [address]);
  const { value, error, refresh } = usePolled(ask, once);
  const [shown, setShown] = useState("");
  useEffect(() => {
    if (!value) return;
    const made = URL.createObjectURL(new Blob([value], { type: "image/svg+xml" }));
    setShown(made);
    return () => URL.revokeObjectURL(made);
  }, [value]);
  if (error) return <ErrorBox message={w.pictureFailed} detail={error} onRetry={refresh} />;
  if (!shown) return <Skeleton height={260} />;
  return (
    <img src={shown} alt={w.pictureNames[picture] ?? picture} className={css.picture} data-testid="sweep-picture" />
  );
}
