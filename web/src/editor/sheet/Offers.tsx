import { Cable } from "lucide-react";
import type { PortDocument } from "@/gen/documents";
import { own } from "@/model/scheme/document";
import { type Offer, offersFor, portOf, unlike } from "@/model/scheme/offers";
import { Button, IconButton, MenuButton } from "@/ui";
import { useFormat, useWords } from "@/words";
import { shapeText } from "../look";
import { useOffered } from "../provided";
import css from "./Sheet.module.css";

type Side = "inputs" | "outputs";

/** Ports picked from what the world and the panel have: name, unit and shape come along. */
export function OfferMenu(props: {
  side: Side;
  ports: Readonly<Record<string, PortDocument>> | undefined;
  onPick: (name: string, port: PortDocument) => void;
}) {
  const { side, ports, onPick } = props;
  const s = useWords().design.sheet;
  const format = useFormat();
  const offered = useOffered();
  const free = offered ? offersFor(side, offered).filter(({ port }) => !own(ports, port)) : [];
  const text = ({ port, from, unit, shape, kind }: Offer) => {
    const what = kind === "boolean" ? s.boolean : [shapeText(shape), format.unit(unit)].filter(Boolean).join(" ");
    return `${port} · ${s.offers[from]}${what ? ` · ${what}` : ""}`;
  };
  const none = offered ? s.offers.none : s.offers.noWorld;
  return (
    <MenuButton
      label={s.offers.title[side]}
      items={free.map((one) => ({ label: text(one), onSelect: () => onPick(one.port, portOf(one)) }))}
      button={(opens) => (
        <IconButton
          icon={Cable}
          size="s"
          label={s.offers.title[side]}
          {...opens}
          {...(free.length > 0 ? {} : { reason: none })}
        />
      )}
    />
  );
}

/** Says what a port is bound to, and offers to make it fit. */
export function Bound(props: { side: Side; name: string; port: PortDocument; onChange: (port: PortDocument) => void }) {
  const { side, name, port, onChange } = props;
  const s = useWords().design.sheet;
  const format = useFormat();
  const offered = useOffered();
  const one = offered && offersFor(side, offered).find((offer) => offer.port === name);
  if (!offered) return null;
  if (!one) return <p className={css.help}>{side === "inputs" ? s.offers.unboundIn : s.offers.unboundOut}</p>;
  const wrong = unlike(port, one);
  const want =
    one.kind === "boolean" ? s.boolean : [shapeText(one.shape), format.unit(one.unit)].filter(Boolean).join(" ");
  return (
    <p className={css.help}>
      {s.offers.bound(s.offers[one.from], want)}{" "}
      {wrong.length > 0 && (
        <Button size="s" onClick={() => onChange(portOf(one))}>
          {s.offers.fit}
        </Button>
      )}
    </p>
  );
}
