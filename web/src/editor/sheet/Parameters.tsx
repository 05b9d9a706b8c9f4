import type { BlockDocument, SchemeDocument } from "@/gen/documents";
import type { BlockInfo, ParameterInfo } from "@/gen/messages";
import { blockOf, own, schemeOf, subSchemeOf } from "@/model/scheme/document";
import { useWords } from "@/words";
import { useEditor, useScheme } from "../context";
import { useProvided } from "../provided";
import { runsNow, tune } from "../running";
import { ParameterField } from "./ParameterField";
import css from "./Sheet.module.css";
import { filledUnit, namesIn } from "./values";

/** Props of {@link Parameters}. */
export interface ParametersProps {
  id: string;
  block: BlockDocument;
  info: BlockInfo | undefined;
  tuning: boolean;
}

/** The parameters of a block; those of a sub-scheme are values of blocks inside that this use sets itself. */
export function Parameters({ id, block, info, tuning }: ParametersProps) {
  const w = useWords();
  const editor = useEditor();
  const { level, faults } = useScheme((state) => state.faults) && editor.store.getState();
  const names = useProvided();
  const types = useScheme((state) => state.blocks);
  const doc = useScheme((state) => state.doc);
  const list = info?.parameters ?? inner(block, types, doc);
  const problems = faults.at(level, "blocks", id);
  const noted = (name: string, severity: "error" | "warning") =>
    problems.find(
      (problem) =>
        problem.severity === severity &&
        new RegExp(`\\.parameters\\.${literal(name)}(\\b|$)`).test(problem.fault.place),
    )?.fault.message;
  const change = (parameter: ParameterInfo, value: unknown, done: boolean) => {
    const before = own(block.parameters, parameter.name) ?? parameter.default;
    const { doc: edited } = editor.store.getState();
    editor.actions.setParameter(id, parameter.name, value, done);
    const after = value === undefined ? parameter.default : value;
    const ofRobot = namesIn(parameter, before) !== null || namesIn(parameter, after) !== null;
    if (!tuning || parameter.structural || ofRobot || !runsNow(editor.name)) return;
    if (JSON.stringify(before) === JSON.stringify(after)) return;
    tune(editor, id, parameter.name, before, after);
    // what runs is then still what is edited
    if (editor.view.getState().applied === edited) editor.view.setState({ applied: editor.store.getState().doc });
  };
  return (
    <>
      {list.map((parameter) => (
        <ParameterField
          key={parameter.name}
          info={{ ...parameter, unit: filledUnit(parameter.unit, list, block.parameters) }}
          value={own(block.parameters, parameter.name)}
          error={noted(parameter.name, "error")}
          warning={
            noted(parameter.name, "warning") ??
            (tuning && (parameter.structural || namesIn(parameter, own(block.parameters, parameter.name)) !== null)
              ? w.design.sheet.structural
              : undefined)
          }
          names={parameter.provided ? (names?.[parameter.provided] ?? null) : null}
          tuning={tuning && !parameter.structural}
          onChange={(value, done) => change(parameter, value, done)}
        />
      ))}
      {list.length === 0 && <p className={css.help}>{w.design.sheet.noParameters}</p>}
    </>
  );
}

const literal = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");

/** What is known of the parameters inside a sub-scheme that a use of it sets. */
function inner(block: BlockDocument, types: ReadonlyMap<string, BlockInfo>, doc: SchemeDocument): ParameterInfo[] {
  return Object.keys(block.parameters ?? {}).flatMap((path) => {
    const steps = path.split(".");
    let scheme = subSchemeOf(block);
    for (const step of steps.slice(0, -1)) {
      const found = blockOf(schemeOf(doc, scheme), step);
      const parameter = found && types.get(found.type)?.parameters.find((other) => other.name === steps.at(-1));
      if (parameter)
        return [{ ...parameter, name: path, default: own(found.parameters, parameter.name) ?? parameter.default }];
      scheme = found ? subSchemeOf(found) : "";
    }
    return [];
  });
}
