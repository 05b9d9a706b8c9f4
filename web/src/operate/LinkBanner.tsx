import { Unplug } from "lucide-react";
import { useEffect, useState } from "react";
import { useLive } from "@/link/live";
import { mixer } from "@/panel";
import { Icon } from "@/ui";
import { useWords } from "@/words";
import css from "./LinkBanner.module.css";

/** Silence of a session's process that is told [s]; it shows that it is alive many times a second, paused or not. */
const SILENT = 1.5;

/** Whether the session's process does not move on though the server answers: what is drawn is old then. */
export const useSilent = (): boolean => useLive(({ age, link }) => link === "open" && age > SILENT);

/** Says that the link is lost, and for how long; and that the stick must be centred when it is back. */
export function LinkBanner({ pad }: { pad: boolean }) {
  const w = useWords();
  const link = useLive((live) => live.link);
  const lostAt = useLive((live) => live.lostAt);
  const silent = useSilent();
  const age = useLive((live) => Math.floor(live.age));
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
  if (link !== "lost" && !silent && !centre) return null;
  return (
    <div className={css.banner} role="alert" data-testid="link-banner">
      <Icon of={Unplug} size={16} />
      {link === "lost" ? w.operate.link.lost(seconds) : silent ? w.operate.link.silent(age) : w.operate.link.centre}
    </div>
  );
}
