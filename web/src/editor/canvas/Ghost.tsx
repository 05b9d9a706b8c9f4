import { useMemo } from "react";
import { PREFIX } from "@/model/scheme/document";
import { PART } from "@/model/scheme/using-parts";
import { classes, Icon } from "@/ui";
import { useFormat } from "@/words";
import { useCatalogue } from "../catalogue";
import { useScheme, useView } from "../context";
import { faceOfBlock } from "../faces";
import { Glyph } from "../Glyph";
import { typeIcon } from "../icons";
import { partTypes, useLibrary } from "../library";
import { structureOf } from "../look";
import { usePlacing } from "../palette/usePlacing";
import block from "./BlockNode.module.css";
import css from "./Canvas.module.css";
import { ownTypes } from "./graph";

/** The block on its way from the palette, with its real ports. */
export function Ghost() {
  const { type, x, y } = usePlacing();
  const zoom = useView((view) => view.zoom);
  const types = useCatalogue((state) => state.byName);
  const doc = useScheme((state) => state.doc);
  const format = useFormat();
  const library = useLibrary((state) => state.parts);
  const info = useMemo(() => {
    if (type.startsWith(PART)) return partTypes(library, "").find((part) => part.name === type);
    return type.startsWith(PREFIX) ? ownTypes([type.slice(PREFIX.length)], doc, "")[0] : types.get(type);
  }, [type, types, library, doc]);
  const face = useMemo(
    () =>
      info
        ? faceOfBlock(
            { id: info.name.slice(info.name.indexOf(".") + 1), type: info.name },
            { inputs: info.inputs, outputs: info.outputs },
            false,
            info,
            format,
          )
        : null,
    [info, format],
  );
  if (!type || !face || !info) return null;
  return (
    <div className={css.ghost} style={{ transform: `translate(${x}px, ${y}px) scale(${zoom})` }}>
      <div
        className={classes(block.block, face.round && block.round)}
        style={{ width: face.width, height: face.height, marginLeft: -face.width / 2, marginTop: -24 }}
      >
        {face.round ? (
          <span className={block.sigma}>Σ</span>
        ) : (
          <div className={block.head}>
            <Icon of={typeIcon(type)} size={15} />
            <b>{info.title}</b>
          </div>
        )}
        {[...face.inputs, ...face.outputs].map((pin) => (
          <span
            key={`${pin.side} ${pin.port.name}`}
            style={{ position: "absolute", left: pin.x - 7, top: pin.y - 7, lineHeight: 0 }}
          >
            <Glyph quantity={pin.port.quantity} structure={structureOf(pin.port)} hollow />
          </span>
        ))}
      </div>
    </div>
  );
}
