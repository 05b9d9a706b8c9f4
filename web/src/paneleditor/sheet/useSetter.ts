import { setProperty } from "@/model/paneldoc/edits";
import { words } from "@/words";
import { usePanelEditor } from "../context";

/** Sets properties of one element; changes that follow each other in one field are one step. */
export function useSetter(name: string) {
  const { store } = usePanelEditor();
  const set = (key: string, value: unknown, part = "") => {
    const step = words().paneleditor.steps.set(`${name}.${key}`);
    store.getState().edit(step, (doc) => setProperty(doc, name, key, value), `set ${name} ${key} ${part}`);
  };
  const seal = () => store.getState().seal();
  /** One step of its own. */
  const put = (key: string, value: unknown) => {
    seal();
    set(key, value);
    seal();
  };
  return { set, seal, put };
}
