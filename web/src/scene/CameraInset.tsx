import { ArrowLeftRight, Maximize2, Minimize2, Video } from "lucide-react";
import { type ReactNode, type Ref, useState } from "react";
import { IconButton } from "@/ui/Button";
import { classes } from "@/ui/classes";
import { Icon } from "@/ui/Icon";
import { useWords } from "@/words";
import css from "./CameraInset.module.css";

/** Props of {@link CameraInset}. */
export interface CameraInsetProps {
  /** The cameras that can be shown, with words for people. */
  cameras: readonly { name: string; label: string }[];
  value: string;
  onChange: (name: string) => void;
  /** Where the picture is drawn: give it to the scene. */
  place: Ref<HTMLDivElement>;
  /** Drawn over the picture. */
  marks?: ReactNode;
  className?: string;
}

/** What a camera of the robot sees, in a corner of the scene. */
export function CameraInset({ cameras, value, onChange, place, marks, className }: CameraInsetProps) {
  const w = useWords().scene;
  const [large, setLarge] = useState(false);
  const at = cameras.findIndex((camera) => camera.name === value);
  const label = cameras[at]?.label ?? value;
  const next = cameras[(at + 1) % Math.max(1, cameras.length)];
  return (
    <section
      className={classes(css.inset, large && css.large, className)}
      aria-label={label}
      data-testid="scene-camera"
      data-covers
    >
      <header className={css.head}>
        <Icon of={Video} size={14} className={css.sign} />
        <span className={css.title}>{label}</span>
        <IconButton
          size="s"
          icon={ArrowLeftRight}
          label={w.nextCamera}
          reason={cameras.length < 2 ? w.oneCamera : undefined}
          side="bottom"
          onClick={() => next && onChange(next.name)}
        />
        <IconButton
          size="s"
          icon={large ? Minimize2 : Maximize2}
          label={large ? w.shrink : w.enlarge}
          side="bottom"
          onClick={() => setLarge(!large)}
        />
      </header>
      <div className={css.view}>
        <div ref={place} className={css.picture} role="img" aria-label={label} />
        {marks}
        <svg viewBox="0 0 256 160" className={css.frame} aria-hidden="true">
          <path d="M128 68v10M128 82v10M116 80h10M130 80h10" className={css.cross} />
          <path d="M10 20V10h10M236 10h10v10M246 140v10h-10M20 150H10v-10" className={css.corners} />
        </svg>
      </div>
    </section>
  );
}
