import { Unplug } from "lucide-react";
import { useEffect, useState } from "react";
import { useLive } from "@/link/live";
import { mixer } from "@/panel";
import { Icon } from "@/ui";
import { useWords } from "@/words";
import css from "./LinkBanner.module.css";

/** Says that the link is lost, and for how long; and that the stick must be centred when it is back. */
export function LinkBanner({ pad }: { pad: boolean }) {
  const w = useWords();
  const link = useLive((live) => live.link);
  const lostAt = useLive((live) => live.lostAt);
  const [seconds, setSeconds] = useState(0);
  const [centre, setCentre] = useState(false);
  useEffect(() => {
    const look = () => {
      setSeconds(Math.max(0, Math.floor((performance.now() - lostAt) / 1000)));
      setCentre(mixer.waitsForCentre("gamepad"));
    };
    look();
    if (link !== "lost" && !pad) return;
    const timer = window.setInterval(look, 500);
    return () => window.clearInterval(timer);
  }, [link, lostAt, pad]);
  if (link !== "lost" && !centre) return null;
  return (
    <div className={css.banner} role="alert" data-testid="link-banner">
      <Icon of={Unplug} size={16} />
      {link === "lost" ? w.operate.link.lost(seconds) : w.operate.link.centre}
    </div>
  );
}
