import type { plots as en } from "../en/plots";

export const plots: typeof en = {
  title: "Графики",
};
