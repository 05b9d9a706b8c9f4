import { LayoutPanelLeft, Play, Workflow } from "lucide-react";
import { useAsked } from "@/documents/useAsked";
import type { OwnRobot } from "@/gen/messages";
import { api } from "@/link/http";
import { navigate, pathOf } from "@/shell/router";
import { Button, IconButton } from "@/ui";
import { said, useLanguage, useWords } from "@/words";
import css from "./Home.module.css";

const askRobots = () => api.get<OwnRobot[]>("/api/own-robots");

/** Robots of one's own that can be driven; nothing if there are none. */
export function OwnRobots() {
  const w = useWords().newrobot;
  const language = useLanguage();
  const { value } = useAsked(askRobots, language);
  if (!value?.length) return null;
  const open = (path: string) => () => navigate(path);
  return (
    <section aria-label={w.mine} data-testid="own-robots">
      <div className={css.head}>
        <h2>{w.mine}</h2>
      </div>
      <ul className={css.own}>
        {value.map(({ name, title, picture }) => {
          const called = said(title, language);
          return (
            <li key={name} className={css.ownCard}>
              <img src={picture} alt="" loading="lazy" />
              <h3>{called}</h3>
              <div className={css.ownActions}>
                <Button
                  size="s"
                  variant="primary"
                  icon={Play}
                  aria-label={w.driveOf(called)}
                  onClick={open(`${pathOf("operate", name)}?robot=1`)}
                >
                  {w.drive}
                </Button>
                <IconButton
                  icon={Workflow}
                  size="s"
                  label={w.designOf(called)}
                  onClick={open(`${pathOf("design", name)}?world=${encodeURIComponent(name)}`)}
                />
                <IconButton
                  icon={LayoutPanelLeft}
                  size="s"
                  label={w.panelOf(called)}
                  onClick={open(
                    `${pathOf("design")}?panel=${encodeURIComponent(name)}&world=${encodeURIComponent(name)}`,
                  )}
                />
              </div>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
