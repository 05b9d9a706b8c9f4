export { Console, type ConsoleProps, type Dock } from "./Console";
export { hearSession, loadPanel, mixer, setValues, useValue, values } from "./desk";
export { pick, unpick } from "./picking";
export { useTicker, write } from "./ticker";
