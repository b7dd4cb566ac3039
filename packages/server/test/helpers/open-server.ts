import {
  createReferenceServer,
  type Fault,
  type ReferenceServer,
  type ReferenceServerOptions,
} from "@knowledge-base/server";
import { buildState, frozenTime } from "./build-state.ts";

/** Creates a server with the state of {@link buildState} and a frozen clock. */
export function openServer(options: ReferenceServerOptions = {}): ReferenceServer {
  return createReferenceServer({ seed: buildState(), clock: { now: () => Date.parse(frozenTime) }, ...options });
}

/** Opens a server with planned faults. */
export function openWithFaults(...faults: readonly Fault[]): ReferenceServer {
  const server = openServer();
  for (const fault of faults) server.faults.add(fault);
  return server;
}

/** Status and parsed body of a response. */
export interface ReceivedResponse {
  readonly status: number;
  readonly body: unknown;
}

/** Paths of the records of {@link buildState} to which most tests send requests. */
export const paths = {
  index: "/v1/brains/brain_tides/index",
  archive: "/v1/brains/brain_tides/pages/spring-tide/archive",
  binding: "/v1/brains/brain_tides/messaging/bindings/binding_deck",
  start: "/v1/brains/brain_tides/messaging/oauth/start",
} as const;

/** The parts of a request, and options of `fetch`. */
export interface SendOptions extends Pick<RequestInit, "redirect" | "signal"> {
  /** API key, by default that of the server; null for no key. */
  readonly key?: string | null;
  /** Headers besides the key and the content type. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Body, to be serialized as JSON. */
  readonly json?: unknown;
  /** Body as text. */
  readonly text?: string;
  /** Content type of the body. */
  readonly contentType?: string;
}

type AnyServer = Pick<ReferenceServer, "fetch" | "baseUrl" | "apiKey">;

/** Sends a request, such as `request(server, "GET /v1/brains/brain_tides/index")`, and returns the response as it is. */
export function request(
  server: AnyServer,
  methodAndPath: string,
  {
    key = server.apiKey,
    json,
    text = JSON.stringify(json),
    contentType = "application/json",
    headers: others = {},
    ...rest
  }: SendOptions = {},
): Promise<Response> {
  const [method = "", path = ""] = methodAndPath.split(" ");
  const headers = new Headers(others);
  if (key !== null) headers.set("x-api-key", key);
  if (text !== undefined) headers.set("content-type", contentType);
  return server.fetch(server.baseUrl + path, { method, headers, ...(text !== undefined && { body: text }), ...rest });
}

/** Reads a response, whose body is JSON or empty. */
export async function read(received: Response | Promise<Response>): Promise<ReceivedResponse> {
  const response = await received;
  const text = await response.text();
  return { status: response.status, body: text === "" ? undefined : JSON.parse(text) };
}

/** Sends a request, and reads the response. */
export const send = (...input: Parameters<typeof request>): Promise<ReceivedResponse> => read(request(...input));

/** Reads the prompt index. */
export function getIndex(server: AnyServer, sending?: SendOptions): Promise<Response> {
  return request(server, `GET ${paths.index}`, sending);
}

/** Archives the page. */
export function archive(server: AnyServer, sending?: SendOptions): Promise<Response> {
  return request(server, `POST ${paths.archive}`, sending);
}

/** Returns whether the page is archived. */
export function isArchived(server: Pick<ReferenceServer, "snapshot">): boolean {
  return server.snapshot().pages.some(({ slug, archived }) => slug === "spring-tide" && archived);
}

/** The statuses that a number of requests for the prompt index get, one after another. */
export async function statusesOf(server: AnyServer, count: number, sending?: SendOptions): Promise<number[]> {
  const statuses: number[] = [];
  for (let sent = 0; sent < count; sent += 1) statuses.push((await getIndex(server, sending)).status);
  return statuses;
}
