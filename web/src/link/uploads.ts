/** Uploads of robots: files in pieces, with progress; what is found in them. */

import type { AddToUpload, Job, MakeRobot, RobotLook, RobotMade, UploadState } from "../gen/messages";
import { api } from "./http";
import { finish } from "./jobs";

/** A file and the path it came with. */
export interface Given {
  path: string;
  file: File;
}

const at = (id: string) => `/api/uploads/${encodeURIComponent(id)}`;

/**
 * Send files; tells the bytes that have arrived. Those of an upload are added to it.
 *
 * @returns The id of the upload.
 */
export async function sendFiles(given: readonly Given[], told: (sent: number) => void, upload = ""): Promise<string> {
  const body: AddToUpload = { files: given.map(({ path, file }) => ({ path, size: file.size })) };
  const state = await api.post<UploadState>(upload ? `${at(upload)}/files` : "/api/uploads", body);
  let sent = 0;
  for (const [index, { file }] of given.entries()) {
    for (let start = 0; start < file.size; start += state.piece) {
      const piece = file.slice(start, start + state.piece);
      await api.piece(`${at(state.id)}/files/${state.numbers[index]}?at=${start}`, piece);
      sent += piece.size;
      told(sent);
    }
  }
  return state.id;
}

/** Look at the robot in an upload. */
export async function lookAt(
  id: string,
  how: { main?: string; without_meshes?: boolean },
  told: (job: Job) => void,
): Promise<RobotLook> {
  return finish<RobotLook>(await api.post<Job>(`${at(id)}/look`, how), told);
}

/** Make the robot that was looked at. */
export async function makeRobot(id: string, wanted: MakeRobot, told: (job: Job) => void): Promise<RobotMade> {
  return finish<RobotMade>(await api.post<Job>(`${at(id)}/make`, wanted), told);
}

/** Forget an upload. */
export const forgetUpload = (id: string): Promise<void> => api.remove(at(id));
