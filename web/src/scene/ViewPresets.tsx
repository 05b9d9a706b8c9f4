import { VIEWS, type ViewName } from "@/model/scene/views";
import { classes } from "@/ui/classes";
import { Segmented } from "@/ui/Segmented";
import { useWords } from "@/words";
import css from "./ViewPresets.module.css";

/** Props of {@link ViewPresets}. */
export interface ViewPresetsProps {
  /** The view that is shown; null after the picture was turned by hand. */
  value: ViewName | null;
  onChange: (view: ViewName) => void;
  /** The views to choose from; those of a scene that nobody drives if left out. */
  views?: readonly ViewName[];
  className?: string;
}

/** From where the scene is seen. */
export function ViewPresets({ value, onChange, views = VIEWS, className }: ViewPresetsProps) {
  const w = useWords().scene;
  return (
    <div className={classes(css.views, className)} data-testid="scene-views">
      <Segmented<ViewName | "">
        label={w.view}
        value={value ?? ""}
        options={views.map((view) => ({ value: view, label: w.views[view] }))}
        onChange={(view) => view && onChange(view)}
      />
    </div>
  );
}
