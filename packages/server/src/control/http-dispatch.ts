import { controlHeader } from "@knowledge-base/internal/control-request";
import { isLoopbackHost } from "@knowledge-base/internal/hosts";
import { readBearer } from "@knowledge-base/internal/http";
import { isEqualInConstantTime } from "@knowledge-base/internal/secrets";
import { findClosestName, suggestName } from "@knowledge-base/internal/suggest-name";
import { cutText, endSentence, messageOf, showValue, withoutFullStop } from "@knowledge-base/internal/texts";
import {
  addTask,
  ControlError,
  controlStatuses,
  type HttpControlError,
  isControlError,
  maxCauseLength,
  maxControlMessageLength,
} from "../basics/control-error.ts";
import { collectText, parseJsonOrReject, rejectText } from "../basics/json-text.ts";
import { isSameOrigin } from "../http/base-url.ts";
import { bodyOf } from "../http/fetch-request.ts";
import { hasMediaType } from "../http/message.ts";
import { coreOf } from "../reference-server/core.ts";
import type { ReferenceServer } from "../reference-server/reference-server.ts";
import document from "./control-document.json" with { type: "json" };
import { type ControlRoute, controlRoutes } from "./groups.ts";

export interface ControlAccess {
  readonly token: string | undefined;
  /** Whether the inspector may use the controls: no other page in a browser may. */
  readonly inspector: boolean;
}

const maxNameLength = 100;

const advice = "GET /_control/openapi.json lists them all";

/** @param path - after `/_control/` */
export async function handleControlRequest(
  server: ReferenceServer,
  request: Request,
  path: string,
  { token, inspector }: ControlAccess,
): Promise<Response> {
  const core = coreOf(server);
  const { method, signal } = request;
  const browserProblem = findBrowserProblem(request, token, inspector);
  if (browserProblem) return rejectionResponse("forbidden", browserProblem);
  const tokenProblem = token && findTokenProblem(request.headers.get("authorization"), token);
  if (tokenProblem) return rejectionResponse("unauthorized", tokenProblem, { "www-authenticate": "Bearer" });
  try {
    if (path === "openapi.json") {
      const servers = [{ url: new URL("..", request.url).href.replace(/\/$/, "") }];
      if (method === "GET") return createResponse(200, JSON.stringify({ ...document, servers }));
      if (method === "HEAD") return createResponse(200, null);
      return rejectionResponse("wrong_method", `${path} is read with GET, not ${method}`, { allow: "GET" });
    }
    const route = controlRoutes.get(path);
    if (!route) return rejectionResponse("no_such_control", describeUnknownPath(path));
    if (method !== "POST") {
      return rejectionResponse("wrong_method", `controls are called with POST, not ${method}. ${advice}`, {
        allow: "POST",
      });
    }
    signal.throwIfAborted();
    const { input, organizationId } = await readCall(request, path, route);
    const output = await core.callAsync(route.action, input, organizationId, signal);
    signal.throwIfAborted();
    if (output === undefined) return createResponse(204, null);
    const { serialize = JSON.stringify } = route.action;
    return createResponse(200, serialize(output as never));
  } catch (error) {
    signal.throwIfAborted();
    return errorResponse(serializeError(error));
  }
}

async function readCall(request: Request, path: string, { action: { bodyField }, queryNames }: ControlRoute) {
  const query = new URL(request.url).searchParams;
  for (const name of query.keys()) {
    if (queryNames.length === 0)
      rejectParameter(name, `must not be given, because ${path} is a control of the whole server`);
    // A control with a misspelled `organization` would affect the whole server.
    if (!queryNames.includes(name))
      rejectParameter(name, `is not known; ${suggestName(name, queryNames, "parameter")}`);
    if (query.getAll(name).length > 1) rejectParameter(name, "must be given once");
    if (query.get(name) === "") rejectParameter(name, "must not be empty");
  }
  const { organization: organizationId, ...fields }: Readonly<Record<string, string>> = Object.fromEntries(query);
  const body = await readJsonBody(request);
  return { input: bodyField === undefined ? body : { ...fields, [bodyField]: body }, organizationId };
}

// No body is an empty object, and then needs no content type.
async function readJsonBody(request: Request): Promise<unknown> {
  const encoding = request.headers.get("content-encoding") ?? "identity";
  try {
    if (encoding.toLowerCase() !== "identity")
      rejectText(`must not be compressed: its Content-Encoding is ${showValue(encoding)}`);
    const text = await collectText(await bodyOf(request), Number(request.headers.get("content-length")));
    if (text === "") return {};
    if (!hasMediaType(request.headers.get("content-type"), "application/json"))
      rejectText("must have the Content-Type application/json; curl sends it with --json");
    return parseJsonOrReject(text);
  } catch (error) {
    throw addTask(error, "Read the body");
  }
}

function rejectParameter(name: string, message: string): never {
  const path = cutText(name, maxNameLength);
  const reason = endSentence(`${path} ${message}`);
  throw new ControlError("invalid_input", reason, { problems: [{ path, message }], task: "read the query" });
}

function rejectionResponse(code: HttpControlError["code"], reason: string, headers?: ResponseHeaders): Response {
  const cause = endSentence(cutText(reason, maxControlMessageLength));
  return errorResponse({ code, message: `Failed to call a control: ${cause}`, problems: [] }, headers);
}

function describeUnknownPath(path: string): string {
  if (path === "") return `the path does not name a control. ${advice}`;
  const closest = findClosestName(path, [...controlRoutes.keys()]);
  const hint = closest === undefined ? `. ${advice}` : `; did you mean ${closest}?`;
  return `there is no control ${cutText(path, maxNameLength)}${hint}`;
}

function serializeError(thrown: unknown): HttpControlError {
  if (isControlError(thrown)) {
    const { code, message, problems } = thrown;
    return { code, message, problems };
  }
  const cause = withoutFullStop(cutText(messageOf(thrown), maxCauseLength));
  const message = `Failed to execute a control: ${cause}. The server itself, or a function passed to it, has failed.`;
  return { code: "unexpected", message, problems: [] };
}

type ResponseHeaders = Readonly<Record<string, string>>;

function errorResponse(error: HttpControlError, headers?: ResponseHeaders): Response {
  return createResponse(controlStatuses[error.code], JSON.stringify({ error }), headers);
}

function createResponse(status: number, body: string | null, headers: ResponseHeaders = {}): Response {
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

// Returns why a page may not use the controls; undefined if it may, or if the request comes from a program.
function findBrowserProblem(request: Request, token: string | undefined, inspector: boolean): string | undefined {
  if (!isFromBrowser(request.headers)) return undefined;
  const { origin, host } = new URL(request.url);
  const isOwnPage = isSameOrigin(Object.fromEntries(request.headers), origin, host);
  if (!(inspector && isOwnPage)) return "pages in a browser cannot call controls. Call them from a program";
  return token === undefined ? findHostProblem(request) : undefined;
}

function findTokenProblem(authorization: string | null, token: string): string | undefined {
  if (isEqualInConstantTime(readBearer(authorization), token)) return undefined;
  const problem = authorization === null ? "the token is missing" : "the token is wrong";
  return `${problem}. Send the token with which the server was started: in the header Authorization: Bearer TOKEN, or with connect(url, { token })`;
}

// A website can give its own host name the address of this machine (DNS rebinding).
function findHostProblem({ url }: Request): string | undefined {
  const { hostname } = new URL(url);
  if (isLoopbackHost(hostname)) return undefined;
  return "without a token, the inspector is only available under localhost or a loopback address. Start the server with the option token (the flag --control-token)";
}

// Browsers send `Origin` or, to hosts that they trust, `Sec-Fetch-Site` with the requests of a page.
function isFromBrowser(headers: Headers): boolean {
  return headers.has("origin") || (headers.get("sec-fetch-site") ?? "none") !== "none";
}
