import type { Fetch } from "../adapters/fetch.ts";
import { ControlError } from "../control/control-error.ts";
import { checkInput } from "../control/execute.ts";
import type { ReferenceServer } from "../reference-server.ts";
import { type CommandRoute, commandRoutes } from "./command-routes.ts";
import { controlDocument } from "./control-document.ts";
import { type RemoteError, statusOf, toRemoteError } from "./remote-error.ts";
import { type ServerRoute, serverRoutes } from "./server-routes.ts";

/** Header that says that an answer comes from the control of a reference server, and not from anything else. */
export const controlHeader = "x-knowledge-base-control";

/**
 * Makes a `fetch` that answers, besides everything that the server itself answers, `GET /_health` and the controls below
 * `/_control/`. It is for the socket of a server that other programs use: whoever reaches it rules the server, so it
 * belongs on a loopback address or a network of tests. Requests that a browser sends for a page are refused.
 *
 * @example
 * ```ts
 * import { createReferenceServer } from "@knowledge-base/server";
 * import { withControl } from "@knowledge-base/server/control";
 *
 * const server = createReferenceServer();
 * const fetch = withControl(server);
 * const response = await fetch(`${server.baseUrl}/_health`);
 * console.log(response.status); // 200
 * ```
 */
export function withControl(server: ReferenceServer): Fetch {
  const { pathname } = new URL(`${server.baseUrl}/_control/`);
  const health = `${pathname.slice(0, -"_control/".length)}_health`;
  return async (input, init) => {
    const path = pathOf(input);
    if (path === health) return Response.json({ status: "ok" });
    if (!path.startsWith(pathname)) return server.fetch(input, init);
    return answer(server, path.slice(pathname.length), new Request(input, init));
  };
}

async function answer(server: ReferenceServer, route: string, request: Request): Promise<Response> {
  const sites = request.headers.get("sec-fetch-site") ?? "none";
  if (request.headers.has("origin") || sites !== "none") {
    return refuse("forbidden", "Controls are not for pages in a browser. Call them from a program");
  }
  if (route === "openapi.json" && request.method === "GET") return Response.json(controlDocument());
  if (request.method !== "POST") {
    return refuse("no_such_control", `Controls are called with POST, such as POST /_control/pages/edit`);
  }
  try {
    const output = await run(server, route, new URL(request.url).searchParams, await readBody(request));
    const headers = { [controlHeader]: "1" };
    return output === undefined ? new Response(null, { status: 204, headers }) : Response.json(output, { headers });
  } catch (error) {
    const remote = toRemoteError(error);
    if (!remote) throw error;
    return respond(remote);
  }
}

function run(server: ReferenceServer, path: string, query: URLSearchParams, input: unknown): unknown {
  const organizationId = query.get("organization");
  const command = commandRoutes.get(path);
  if (command) return runCommand(server, command, organizationId, input);
  const route: ServerRoute | undefined = Object.hasOwn(serverRoutes, path)
    ? serverRoutes[path as keyof typeof serverRoutes]
    : undefined;
  if (!route) throw unknownControl(path);
  if (organizationId === null) return route.run(server, input);
  if (path !== "server/snapshot") throw unknownControl(`${path} of one organization`);
  return server.organization(organizationId).snapshot();
}

function runCommand(
  server: ReferenceServer,
  { group, name, command, isControl }: CommandRoute,
  organizationId: string | null,
  input: unknown,
): unknown {
  const target = organizationId === null ? server : server.organization(organizationId);
  const groups = (isControl ? target.control : target) as unknown as Readonly<Record<string, Methods | undefined>>;
  const method = groups[group]?.[name];
  if (!method) throw unknownControl(`${group}/${name} of one organization`);
  if (command.parameter === undefined) return method(input);
  // A method with a plain argument would not see the other fields of the input.
  checkInput(command, input);
  return method((input as Readonly<Record<string, unknown>>)[command.parameter]);
}

type Methods = Readonly<Record<string, (argument: unknown) => unknown>>;

async function readBody(request: Request): Promise<unknown> {
  const text = await request.text();
  if (text === "") return {};
  const problem = (message: string) =>
    new ControlError("invalid_input", `Failed to read the body: ${message}.`, [{ path: "", message }]);
  if (!/^application\/json\s*(;|$)/i.test(request.headers.get("content-type") ?? "")) {
    throw problem("its Content-Type must be application/json; with curl use --json");
  }
  try {
    return JSON.parse(text);
  } catch (error) {
    throw problem(`it must be JSON: ${(error as SyntaxError).message}`);
  }
}

function unknownControl(what: string): ControlError {
  return new ControlError("not_found", `There is no control ${what}. GET /_control/openapi.json lists them all.`);
}

function refuse(code: RemoteError["code"], message: string): Response {
  return respond({ code, message: `${message}.`, problems: [] });
}

function respond(error: RemoteError): Response {
  return Response.json({ error }, { status: statusOf(error), headers: { [controlHeader]: "1" } });
}

function pathOf(input: string | URL | Request): string {
  return new URL(typeof input === "object" && "url" in input ? input.url : input).pathname;
}
