import type { review as en } from "../en/review";

export const review: typeof en = {
  title: "Разбор",
};
