/** Work of the server that takes longer. */

import type { Job } from "../gen/messages";
import { api, LinkError } from "./http";

const INTERVAL = 250;

/** Wait for a job; tells how far it is. A failed one is an error with the server's words and faults. */
export async function finish<T>(job: Job, told: (job: Job) => void = () => {}): Promise<T> {
  let now = job;
  told(now);
  while (now.state === "running") {
    await new Promise((resolve) => setTimeout(resolve, INTERVAL));
    now = await api.get<Job>(`/api/jobs/${encodeURIComponent(now.id)}`);
    told(now);
  }
  if (now.state === "done") return now.result as T;
  throw new LinkError(now.state === "cancelled" ? 499 : 422, { error: now.error, code: now.state, faults: now.faults });
}

export function cancel(job: Job): Promise<Job> {
  return api.post<Job>(`/api/jobs/${encodeURIComponent(job.id)}/cancel`);
}
