/** What can be done about a robot that was refused: by the codes and values of its faults, whatever they say. */

import type { FaultMessage } from "@/gen/messages";

export interface ImportRemedies {
  /** Whether simple shapes may stand in for its meshes. */
  readonly withoutMeshes: boolean;
  /** Meshes that are missing. */
  readonly missing: readonly string[];
  /** Files one of which is the robot; none if that is not the question. */
  readonly candidates: readonly string[];
}

type About = Pick<FaultMessage, "code" | "place" | "values">;

const listed = (values: unknown): readonly string[] => (Array.isArray(values) ? values.map(String) : []);

export function importRemedies(faults: readonly About[]): ImportRemedies {
  const of = (code: string) => faults.find((fault) => fault.code === code)?.values.files;
  return {
    withoutMeshes: faults.some(({ code }) => code === "missing-mesh" || code === "bad-mesh"),
    missing: listed(of("missing-mesh")),
    candidates: listed(of("several")),
  };
}
