import { ControlError } from "../control/control-error.ts";
import type { ReferenceServer } from "../reference-server.ts";
import { createControlDocument } from "./control-document.ts";
import { controlHeader, type HttpControlError, serializeError, statusOf } from "./control-response.ts";
import { type ControlCall, type ControlRoute, controlRoutes } from "./control-routes.ts";

/** A request to a path below `/_control`. */
export interface ControlRequest {
  /** Path of the server's base URL, before `/_control`. */
  readonly basePath: string;
  /** Path after `/_control/`. */
  readonly path: string;
  readonly request: Request;
}

const advice = "GET /_control/openapi.json lists them all";

/** Returns the response to a request to a control or to the document of the controls. */
export async function handleControlRequest(
  server: ReferenceServer,
  { basePath, path, request }: ControlRequest,
): Promise<Response> {
  const { method, headers, signal } = request;
  if (isFromPage(headers)) {
    return rejectRequest("forbidden", "controls are not for pages in a browser. Call them from a program");
  }
  if (path === "openapi.json") return documentResponse(method, new URL(request.url).origin + basePath);
  const route = controlRoutes.get(path);
  if (!route) return rejectRequest("no_such_control", `there is no control ${path}. ${advice}`);
  if (method !== "POST") {
    return rejectRequest("wrong_method", `controls are called with POST, not ${method}. ${advice}`, "POST");
  }
  try {
    signal.throwIfAborted();
    const output = await route.run(server, await parseCall(request, path, route));
    signal.throwIfAborted();
    return output === undefined ? createResponse(204, null) : createResponse(200, JSON.stringify(output));
  } catch (error) {
    signal.throwIfAborted();
    return errorResponse(serializeError(error));
  }
}

/** Browsers send `Origin` or, to hosts that they trust, `Sec-Fetch-Site` with the requests of a page. */
function isFromPage(headers: Headers): boolean {
  return headers.has("origin") || (headers.get("sec-fetch-site") ?? "none") !== "none";
}

/** @throws {@link ControlError} `invalid_input` */
async function parseCall(request: Request, path: string, route: ControlRoute): Promise<ControlCall> {
  const organizationId = parseOrganizationId(new URL(request.url).searchParams, path, route);
  return { input: await parseBody(request), organizationId, signal: request.signal };
}

/** Rejects unknown parameters: a control with a misspelled `organization` would affect the whole server. */
function parseOrganizationId(query: URLSearchParams, path: string, { isScoped }: ControlRoute): string | undefined {
  const names = Array.from(query.keys());
  const unknown = names.find((name) => name !== "organization");
  if (unknown !== undefined) throw requestError("query", unknown, "is not known; the only parameter is organization");
  if (names.length > 1) throw requestError("query", "organization", "must be given once");
  if (names.length > 0 && !isScoped) {
    throw requestError("query", "organization", `must not be given, because ${path} is a control of the whole server`);
  }
  return query.get("organization") ?? undefined;
}

async function parseBody(request: Request): Promise<unknown> {
  const text = await request.text();
  if (text === "") return {};
  if (!/^application\/json\s*(;|$)/i.test(request.headers.get("content-type") ?? "")) {
    throw requestError("body", "", "must have the Content-Type application/json; curl sends it with --json");
  }
  try {
    return JSON.parse(text);
  } catch {
    // The parser's message quotes the text, which may contain a key.
    throw requestError("body", "", "must be JSON");
  }
}

function requestError(part: "body" | "query", path: string, message: string): ControlError {
  const name = path === "" ? "it" : path;
  return new ControlError("invalid_input", `Failed to read the ${part}: ${name} ${message}.`, [{ path, message }]);
}

function documentResponse(method: string, baseUrl: string): Response {
  if (method === "GET") return createResponse(200, JSON.stringify(createControlDocument(baseUrl)));
  if (method === "HEAD") return createResponse(200, null);
  return rejectRequest(
    "wrong_method",
    `the document is read with GET, not ${method}. Controls have paths of their own`,
    "GET",
  );
}

function rejectRequest(code: HttpControlError["code"], cause: string, allow?: string): Response {
  return errorResponse({ code, message: `Failed to call a control: ${cause}.`, problems: [] }, allow);
}

function errorResponse(error: HttpControlError, allow?: string): Response {
  return createResponse(statusOf(error.code), JSON.stringify({ error }), allow);
}

function createResponse(status: number, body: string | null, allow?: string): Response {
  return new Response(body, {
    status,
    headers: {
      [controlHeader]: "1",
      "cache-control": "no-store",
      "cross-origin-resource-policy": "same-origin",
      "x-content-type-options": "nosniff",
      ...(status !== 204 && { "content-type": "application/json" }),
      ...(allow !== undefined && { allow }),
    },
  });
}
