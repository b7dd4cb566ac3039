import type { ReferenceServer } from "../reference-server.ts";
import { controlDocument } from "./control-document.ts";
import { controlHeader } from "./control-header.ts";
import { controlRoutes } from "./control-routes.ts";
import { readCall } from "./read-call.ts";
import { type RemoteError, statusOf, toRemoteError } from "./remote-error.ts";

/** A request for a control. */
export interface ControlRequest {
  /** What stands before `/_control`. */
  readonly basePath: string;
  /** What follows `/_control/`. */
  readonly path: string;
  readonly request: Request;
}

const list = "GET /_control/openapi.json lists them all";

/** Answers a request for a control. */
export async function answerControl(
  server: ReferenceServer,
  { basePath, path, request }: ControlRequest,
): Promise<Response> {
  const { method, headers, signal } = request;
  if (comesFromPage(headers)) {
    return refuse("forbidden", "controls are not for pages in a browser. Call them from a program");
  }
  if (path === "openapi.json") return answerDocument(method, new URL(request.url).origin + basePath);
  const route = controlRoutes.get(path);
  if (!route) return refuse("no_such_control", `there is no control ${path}. ${list}`);
  if (method !== "POST") return refuse("wrong_method", `controls are called with POST, not ${method}. ${list}`, "POST");
  try {
    signal.throwIfAborted();
    const output = await route.run(server, await readCall(request, path, route));
    signal.throwIfAborted();
    return output === undefined ? respond(204, null) : respond(200, JSON.stringify(output));
  } catch (error) {
    signal.throwIfAborted();
    return respondWith(toRemoteError(error));
  }
}

/** Browsers name the page of a request in `Origin`, or else, to hosts that they trust, in `Sec-Fetch-Site`. */
function comesFromPage(headers: Headers): boolean {
  return headers.has("origin") || (headers.get("sec-fetch-site") ?? "none") !== "none";
}

function answerDocument(method: string, baseUrl: string): Response {
  if (method === "GET") return respond(200, JSON.stringify(controlDocument(baseUrl)));
  if (method === "HEAD") return respond(200, null);
  return refuse(
    "wrong_method",
    `the document is read with GET, not ${method}. Controls have paths of their own`,
    "GET",
  );
}

function refuse(code: RemoteError["code"], cause: string, allow?: string): Response {
  return respondWith({ code, message: `Failed to call a control: ${cause}.`, problems: [] }, allow);
}

function respondWith(error: RemoteError, allow?: string): Response {
  return respond(statusOf(error.code), JSON.stringify({ error }), allow);
}

function respond(status: number, body: string | null, allow?: string): Response {
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
