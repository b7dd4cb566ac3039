import { findClosestName } from "@knowledge-base/types/internal";
import type { BodyRules } from "../adapters/body-rules.ts";
import { readChunks } from "../adapters/read-chunks.ts";
import { choices } from "../choices.ts";
import { ControlError } from "../control/control-error.ts";
import { formatBytes } from "../format-bytes.ts";
import { isJsonType } from "../is-json-type.ts";
import { quoteWhole } from "../quote-whole.ts";
import { getApiKeys, type ReferenceServer, waitForChanges } from "../reference-server.ts";
import { findJsonError } from "../store/find-json-error.ts";
import { parseState } from "../store/parse-state.ts";
import { serializeState } from "../store/serialize-state.ts";
import { StateTextError } from "../store/state-text-error.ts";
import { advancePosition, formatPosition, textStart } from "../store/text-position.ts";
import { shorten } from "../truncate.ts";
import { type ControlAccess, findAccessProblem } from "./check-access.ts";
import { createControlDocument } from "./control-document.ts";
import { controlHeader, type HttpControlError, redactError, serializeError, statusOf } from "./control-response.ts";
import { type ControlCall, type ControlRoute, controlRoutes } from "./control-routes.ts";
import { eventStreamHeaders, openEventStream } from "./event-response.ts";
import { streamText } from "./stream-text.ts";

/** A request to a path below `/_control`. */
export interface ControlRequest {
  /** Path of the server's base URL, before `/_control`. */
  readonly basePath: string;
  /** Path after `/_control/`. */
  readonly path: string;
  readonly request: Request;
  readonly access: ControlAccess;
}

/** A part of a longer name could be a part of a key, which would not be redacted. */
const longestShownName = 100;

const advice = "GET /_control/openapi.json lists them all";

/** Returns the response to a request to a control or to the document of the controls. */
export async function handleControlRequest(
  server: ReferenceServer,
  { basePath, path, request, access }: ControlRequest,
): Promise<Response> {
  const { method, signal } = request;
  const rejectRequest = (code: HttpControlError["code"], cause: string, more?: ResponseHeaders) =>
    errorResponse(redactError(createRequestError(code, cause), getApiKeys(server)), more);
  const problem = findAccessProblem(request, access);
  if (problem) {
    const isUnauthorized = problem.code === "unauthorized";
    return rejectRequest(problem.code, problem.cause, isUnauthorized ? { "www-authenticate": "Bearer" } : {});
  }
  if (path === "openapi.json") {
    if (method === "GET") return createDocumentResponse(new URL(request.url).origin + basePath);
    if (method === "HEAD") return createResponse(200, null);
    const cause = `the document is read with GET, not ${method}. Controls have their own paths`;
    return rejectRequest("wrong_method", cause, { allow: "GET" });
  }
  if (path === "events") {
    if (method === "GET") return createEventResponse(server, request);
    if (method === "HEAD") return createResponse(200, null, eventStreamHeaders);
    return rejectRequest("wrong_method", `the events are read with GET, not ${method}`, { allow: "GET" });
  }
  const route = controlRoutes.get(path);
  if (!route) {
    return rejectRequest("no_such_control", describeUnknownPath(path));
  }
  if (method !== "POST") {
    return rejectRequest("wrong_method", `controls are called with POST, not ${method}. ${advice}`, { allow: "POST" });
  }
  try {
    signal.throwIfAborted();
    const output = await route.run(server, await parseCall(request, path, route));
    await waitForChanges(server);
    signal.throwIfAborted();
    if (output === undefined) return createResponse(204, null);
    return createResponse(200, route.returnsState ? streamText(serializeState(output)) : JSON.stringify(output));
  } catch (error) {
    signal.throwIfAborted();
    const apiKeys = getApiKeys(server);
    return errorResponse(redactError(serializeError(error, apiKeys), apiKeys));
  }
}

/** @throws {@link ControlError} `invalid_input` */
async function parseCall(request: Request, path: string, route: ControlRoute): Promise<ControlCall> {
  const parameters = parseParameters(new URL(request.url).searchParams, path, route);
  const input = await (route.receivesState ? parseStateBody(request) : parseBody(request));
  return { input, ...parameters, signal: request.signal };
}

/** Rejects unknown parameters: a control with a misspelled `organization` would affect the whole server. */
function parseParameters(
  query: URLSearchParams,
  path: string,
  { isScoped, organizationOutput }: ControlRoute,
): Pick<ControlCall, "organizationId" | "apiKeys"> {
  const known = organizationOutput ? ["organization", "apiKeys"] : ["organization"];
  const names = Array.from(query.keys());
  const list = known.length === 1 ? "the only parameter is organization" : `the parameters are ${known.join(" and ")}`;
  for (const [index, name] of names.entries()) {
    if (!known.includes(name)) throw requestError("query", name, `is not known; ${list}`);
    if (names.indexOf(name) < index) throw requestError("query", name, "must be given once");
  }
  if (names.length > 0 && !isScoped) {
    throw requestError("query", "organization", `must not be given, because ${path} is a control of the whole server`);
  }
  if (query.get("organization") === "") throw requestError("query", "organization", "must not be empty");
  if (names.includes("apiKeys") && !names.includes("organization")) {
    throw requestError("query", "apiKeys", "must be given together with organization");
  }
  return { organizationId: query.get("organization") ?? undefined, apiKeys: query.get("apiKeys") ?? undefined };
}

async function parseBody(request: Request): Promise<unknown> {
  const text = await request.text();
  if (text === "") return {};
  requireJsonType(request);
  try {
    return JSON.parse(text);
  } catch {
    // The parser's message quotes the text, which may contain a key.
    const position = advancePosition(textStart, text.slice(0, findJsonError(text)));
    throw requestError("body", "", `must be JSON (syntax error at ${formatPosition(position)})`);
  }
}

/** Reads a body that may be longer than the longest string. */
async function parseStateBody(request: Request): Promise<unknown> {
  const limit = choices.stateLimitBytes;
  if (Number(request.headers.get("content-length")) > limit)
    throw tooLargeError(`is larger than ${formatBytes(limit)}`);
  try {
    const state = await parseState(requireJson(request), limit);
    return state === undefined ? {} : state;
  } catch (error) {
    if (!(error instanceof StateTextError)) throw error;
    const { problem, message, position } = error;
    if (problem === "size") throw tooLargeError(position === "" ? message : `${message} (${position})`);
    throw requestError("body", "", `must be JSON in UTF-8 (error at ${position})`);
  }
}

/** Yields the body of a request. Only a body that is not empty must have the content type of JSON. */
async function* requireJson(request: Request): AsyncGenerator<Uint8Array> {
  for await (const chunk of readChunks(request)) {
    requireJsonType(request);
    yield chunk;
  }
}

function requireJsonType({ headers }: Request): void {
  const encoding = headers.get("content-encoding") ?? "identity";
  if (encoding.toLowerCase() !== "identity") {
    throw requestError("body", "", `must not be compressed: its Content-Encoding is ${quoteWhole(encoding)}`);
  }
  if (isJsonType(headers.get("content-type"))) return;
  throw requestError("body", "", "must have the Content-Type application/json; curl sends it with --json");
}

function tooLargeError(problem: string): ControlError {
  return new ControlError("too_large", `Failed to read the body: it ${problem}.`);
}

function requestError(part: "body" | "query", path: string, message: string): ControlError {
  const shownPath = path.length > longestShownName ? `a name of ${path.length} characters` : path;
  const name = path === "" ? "it" : shownPath;
  return new ControlError("invalid_input", `Failed to read the ${part}: ${name} ${message}.`, [
    { path: shownPath, message },
  ]);
}

function createDocumentResponse(baseUrl: string): Response {
  return createResponse(200, JSON.stringify(createControlDocument(baseUrl)));
}

function createEventResponse(server: ReferenceServer, request: Request): Response {
  const apiKeys = getApiKeys(server);
  try {
    const [name] = new URL(request.url).searchParams.keys();
    if (name !== undefined) throw requestError("query", name, "is not known; the events take no parameters");
    return createResponse(200, openEventStream(server, request), eventStreamHeaders);
  } catch (error) {
    return errorResponse(redactError(serializeError(error, apiKeys), apiKeys));
  }
}

function createRequestError(code: HttpControlError["code"], reason: string): HttpControlError {
  const cause = shorten(reason, choices.rejectionLength);
  return { code, message: `Failed to call a control: ${cause}${cause.endsWith("?") ? "" : "."}`, problems: [] };
}

function describeUnknownPath(path: string): string {
  if (path === "") return `the path does not name a control. ${advice}`;
  if (path.length > longestShownName) return `there is no control with a path of ${path.length} characters. ${advice}`;
  const closest = findClosestName(path, [...controlRoutes.keys()]);
  return `there is no control ${path}${closest === undefined ? `. ${advice}` : `; did you mean ${closest}?`}`;
}

/** Returns how a listener treats requests to the path of a control. */
export function findControlBodyRules(path: string): BodyRules {
  return {
    streamLimit: controlRoutes.get(path)?.receivesState ? choices.stateLimitBytes : undefined,
    createRejection(status, message) {
      const cause = message.charAt(0).toLowerCase() + message.slice(1);
      return createResponse(status, JSON.stringify({ error: createRequestError(codeOf(status), cause) }));
    },
  };
}

/** Returns the code of an error with which a listener rejects a request. */
function codeOf(status: number): HttpControlError["code"] {
  if (status === 403) return "forbidden";
  if (status === 408) return "timeout";
  if (status === 413) return "too_large";
  if (status === 501) return "wrong_method";
  return status < 500 ? "invalid_input" : "unexpected";
}

type ResponseHeaders = Readonly<Record<string, string>>;

function errorResponse(error: HttpControlError, headers?: ResponseHeaders): Response {
  return createResponse(statusOf(error.code), JSON.stringify({ error }), headers);
}

function createResponse(status: number, body: string | ReadableStream | null, headers: ResponseHeaders = {}): Response {
  return new Response(body, {
    status,
    headers: {
      [controlHeader]: "1",
      "cache-control": "no-store",
      "cross-origin-resource-policy": "same-origin",
      "x-content-type-options": "nosniff",
      ...(status !== 204 && { "content-type": "application/json" }),
      ...headers,
    },
  });
}
