/** What can be done about an import that was refused: by the codes and values of its faults, whatever they say. */

import type { FaultMessage } from "@/gen/messages";

export interface ImportRemedies {
  /** Whether it may go without its meshes. */
  readonly withoutMeshes: boolean;
  /** Files one of which is the robot; none if that is not the question. */
  readonly candidates: readonly string[];
}

type About = Pick<FaultMessage, "code" | "place" | "values">;

export function importRemedies(faults: readonly About[]): ImportRemedies {
  const asked = faults.find(({ code }) => code === "several")?.values.files;
  return {
    withoutMeshes: faults.some(({ code }) => code === "missing-mesh" || code === "bad-mesh"),
    candidates: Array.isArray(asked) ? asked.map(String) : [],
  };
}

/** The place of a fault, unless its text names it anyway. */
export const placeBeside = ({ place, values }: About): string =>
  Object.values(values).flat().includes(place) ? "" : place;
