import { Crosshair, Hammer } from "lucide-react";
import { Link, pathOf } from "@/shell/router";
import { Icon } from "@/ui";
import { useWords } from "@/words";
import css from "./Home.module.css";

/** Robots of one's own, made from a design. */
export function Makers() {
  const w = useWords();
  return (
    <section aria-label={w.home.makers} data-testid="makers">
      <div className={css.head}>
        <h2>{w.home.makers}</h2>
      </div>
      <ul className={css.procedures}>
        <li>
          <Link href={pathOf("mango")} className={css.thing} data-testid="maker-mango">
            <span className={css.sign}>
              <Icon of={Hammer} size={15} />
            </span>
            <span className={css.two}>
              <b>{w.mango.title}</b>
              <small>{w.mango.hint}</small>
            </span>
          </Link>
        </li>
        <li>
          <Link href={pathOf("zones")} className={css.thing} data-testid="maker-zones">
            <span className={css.sign}>
              <Icon of={Crosshair} size={15} />
            </span>
            <span className={css.two}>
              <b>{w.zones.title}</b>
              <small>{w.zones.hint}</small>
            </span>
          </Link>
        </li>
      </ul>
    </section>
  );
}
