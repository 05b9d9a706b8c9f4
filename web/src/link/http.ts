/** Requests to the server. Every refusal is a `LinkError` whose message is meant for people. */

import type { ErrorMessage, FaultMessage, Info } from "../gen/messages";
import { language, words } from "../words";

export class LinkError extends Error {
  readonly status: number;
  readonly code: string;
  readonly faults: readonly FaultMessage[];
  /** For conflicts: the version that is there now. */
  readonly version: string;

  constructor(status: number, said: Partial<ErrorMessage> & { error: string }) {
    super(said.error);
    this.status = status;
    this.code = said.code ?? "";
    this.faults = said.faults ?? [];
    this.version = said.version ?? "";
  }
}

let client = "";

/** The connection of this page to a session; who operates a session may change it. */
export function setClient(name: string): void {
  client = name;
}

let known: Promise<Info> | null = null;

/** What the server is; asked once. */
export function info(): Promise<Info> {
  known ??= request<Info>("GET", "/api/info").catch((error: unknown) => {
    known = null;
    throw error;
  });
  return known;
}

async function send(method: string, path: string, body?: unknown): Promise<Response> {
  const headers: Record<string, string> = { "Accept-Language": language() };
  if (method !== "GET") headers["X-Pult-Key"] = (await info()).key;
  if (client) headers["X-Pult-Client"] = client;
  const raw = body instanceof Blob;
  if (body !== undefined) headers["Content-Type"] = raw ? "application/octet-stream" : "application/json";
  let response: Response;
  try {
    response = await fetch(path, {
      method,
      headers,
      body: body === undefined ? null : raw ? body : JSON.stringify(body),
      credentials: "same-origin",
    });
  } catch {
    throw new LinkError(0, {
      error: words().common.link.silent,
      code: "unreachable",
    });
  }
  if (response.ok) return response;
  const said: unknown = await response.json().catch(() => null);
  const fits = typeof said === "object" && said !== null && "error" in said && typeof said.error === "string";
  throw new LinkError(
    response.status,
    fits
      ? (said as ErrorMessage)
      : { error: words().common.link.answered(`${response.status} ${response.statusText}`) },
  );
}

async function request<T>(method: string, path: string, body?: unknown): Promise<T> {
  const response = await send(method, path, body);
  if (response.status === 204) return undefined as T;
  return (await response.json()) as T;
}

export const api = {
  get: <T>(path: string): Promise<T> => request<T>("GET", path),
  post: <T>(path: string, body: unknown = {}): Promise<T> => request<T>("POST", path, body),
  put: <T>(path: string, body: unknown): Promise<T> => request<T>("PUT", path, body),
  piece: (path: string, piece: Blob): Promise<void> => request<void>("PUT", path, piece),
  remove: (path: string): Promise<void> => request<void>("DELETE", path),
  text: async (method: "GET" | "POST", path: string, body?: unknown): Promise<string> =>
    (await send(method, path, body)).text(),
  binary: async (path: string): Promise<ArrayBuffer> => (await send("GET", path)).arrayBuffer(),
};
