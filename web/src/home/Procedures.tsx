import { Route } from "lucide-react";
import { useAsked } from "@/documents/useAsked";
import type { ProcedureCard } from "@/gen/messages";
import { api } from "@/link/http";
import { Link, pathOf } from "@/shell/router";
import { Icon } from "@/ui";
import { said, useLanguage, useWords } from "@/words";
import css from "./Home.module.css";

const askProcedures = () => api.get<ProcedureCard[]>("/api/procedures");

/** Procedures under the exercises; nothing if there are none. */
export function Procedures() {
  const w = useWords().procedure;
  const language = useLanguage();
  const { value } = useAsked(askProcedures, language);
  if (!value?.length) return null;
  return (
    <section aria-label={w.list.title} data-testid="procedures">
      <div className={css.head}>
        <h2>{w.list.title}</h2>
      </div>
      <ul className={css.procedures}>
        {value.map((one) => (
          <li key={one.name}>
            <Link href={pathOf("procedure", one.name)} className={css.thing}>
              <span className={css.sign}>
                <Icon of={Route} size={15} />
              </span>
              <span className={css.two}>
                <b>{said(one.title, language)}</b>
                <small>{said(one.description, language)}</small>
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
