export { Console, type ConsoleProps, type Dock } from "./Console";
export { PanelContext, type PanelFacts } from "./context";
export { hearSession, loadPanel, mixer, rehearse, setValues, useValue, values } from "./desk";
export { ElementView } from "./ElementView";
export { Listening } from "./listening";
export { Picture } from "./Picture";
export { pick, unpick, usePicking } from "./picking";
export { pointAt, takePoint, usePointing } from "./pointing";
export { useTicker, write } from "./ticker";
