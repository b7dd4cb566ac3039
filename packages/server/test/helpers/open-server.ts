import {
  createReferenceServer,
  type ReferenceServer,
  type ReferenceServerOptions,
  type State,
} from "@knowledge-base/server";
import { buildState } from "./build-state.ts";

/** Time of the frozen clocks of the tests. */
export const frozenTime = "2026-07-01T12:00:00.000Z";

/** Creates a server with the state of {@link buildState} and a frozen clock. */
export function openServer(options: ReferenceServerOptions = {}): ReferenceServer {
  return createReferenceServer({ seed: buildState(), clock: { now: () => Date.parse(frozenTime) }, ...options });
}

/** Returns the records of a snapshot without its authorizations and without the positions of clocks and ids. */
export function recordsOf({ snapshot }: { readonly snapshot: () => State }): State {
  const { idPosition: _id, clock: _clock, authorizations: _authorizations, organizations, ...records } = snapshot();
  return { ...records, organizations: organizations.map(({ clock: _, idPosition: _position, ...rest }) => rest) };
}

/** Status and parsed body of a response. */
export interface ReceivedResponse {
  readonly status: number;
  readonly body: unknown;
}

export interface SendOptions {
  /** API key; null for no key. */
  readonly key?: string | null;
  /** Body, to be serialized as JSON. */
  readonly json?: unknown;
  /** Body as text. */
  readonly text?: string;
  /** Content type of the body. */
  readonly contentType?: string;
}

/** Sends a request, such as `send(server, "GET /v1/brains/brain_tides/index")`, by default with the server's own key. */
export async function send(
  server: Pick<ReferenceServer, "fetch" | "baseUrl" | "apiKey">,
  methodAndPath: string,
  {
    key = server.apiKey,
    json,
    text = json === undefined ? undefined : JSON.stringify(json),
    contentType,
  }: SendOptions = {},
): Promise<ReceivedResponse> {
  const [method = "", path = ""] = methodAndPath.split(" ");
  const headers = new Headers();
  if (key !== null) headers.set("x-api-key", key);
  if (text !== undefined) headers.set("content-type", contentType ?? "application/json");
  const response = await server.fetch(server.baseUrl + path, {
    method,
    headers,
    ...(text !== undefined && { body: text }),
  });
  return { status: response.status, body: await response.json() };
}
