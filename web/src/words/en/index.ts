import { common } from "./common";
import { design } from "./design";
import { documents } from "./documents";
import { help } from "./help";
import { home } from "./home";
import { mango } from "./mango";
import { newrobot } from "./newrobot";
import { operate } from "./operate";
import { paneleditor } from "./paneleditor";
import { plots } from "./plots";
import { procedure } from "./procedure";
import { program } from "./program";
import { review } from "./review";
import { scene } from "./scene";
import { sweeps } from "./sweeps";
import { tunnel } from "./tunnel";
import { zones } from "./zones";

export const en = {
  common,
  documents,
  help,
  home,
  operate,
  design,
  plots,
  review,
  scene,
  paneleditor,
  procedure,
  sweeps,
  mango,
  newrobot,
  zones,
  program,
  tunnel,
};
