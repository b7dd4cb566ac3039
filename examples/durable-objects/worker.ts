import { choices, createReferenceServer, type Fetch } from "@knowledge-base/server";
import { withControl } from "@knowledge-base/server/control";
import { createControlError } from "./control-error.ts";
import { handleControl } from "./handle-control.ts";
import { copyRequest, readBody } from "./read-body.ts";
import { readApiKey, readPageName } from "./signed-names.ts";
import type { Env } from "./workers-types.ts";

export { OrganizationObject } from "./organization-object.ts";

const shortestSecret = 16;

/** A server without organizations, which rejects requests that have no valid key, as the service does. */
let emptyServer: Fetch | undefined;

/** Cloudflare Workers call the default export of the main module. */
export default {
  async fetch(request: Request, env: Env): Promise<Response> {
    for (const name of ["KEY_SECRET", "CONTROL_TOKEN"] as const) {
      if ((env[name] ?? "").length < shortestSecret) {
        return new Response(`Set the secret ${name}, of at least ${shortestSecret} characters.\n`, { status: 500 });
      }
    }
    try {
      return await route(request, env);
    } catch (error) {
      return createFailure(request, error);
    }
  },
};

/** Lets the object of the organization that a request concerns handle it. */
async function route(request: Request, env: Env): Promise<Response> {
  emptyServer ??= createEmptyServer(env);
  const url = new URL(request.url);
  if (url.pathname === "/_control" || url.pathname.startsWith("/_control/")) {
    return handleControl(request, env, emptyServer);
  }
  const [, pageName, path] = /^\/(page\.[^/]+)(\/_platform\/.*)$/.exec(url.pathname) ?? [];
  if (path !== undefined) url.pathname = path;
  const organizationId =
    pageName === undefined
      ? await readApiKey(request.headers.get("x-api-key") ?? "", env.KEY_SECRET)
      : await readPageName(pageName, env.KEY_SECRET);
  // A server rejects a body that is one byte too long.
  const body = request.body === null ? null : await readBody(request, choices.bodyLimitBytes);
  const copy = copyRequest(request, url, body);
  const { ORGANIZATIONS: objects } = env;
  return organizationId === undefined ? emptyServer(copy) : objects.get(objects.idFromName(organizationId)).fetch(copy);
}

function createEmptyServer({ CONTROL_TOKEN: token }: Env): Fetch {
  const unknown = { apiKey: crypto.randomUUID(), randomSeed: crypto.randomUUID() };
  return withControl(createReferenceServer({ ...unknown, maxJournalEntries: 0, maxDeliveries: 0 }), { token });
}

/** The object was stopped during the request, or a fault was planned. Changes were stored completely or not at all. */
function createFailure({ url }: Request, error: unknown): Response {
  console.error(error);
  const { pathname: path } = new URL(url);
  const message = "The object of the organization has sent no response";
  if (path.startsWith("/_control/")) return createControlError("unexpected", `${message}. ${String(error)}`);
  const statusCode = 503;
  const body = { statusCode, timestamp: new Date().toISOString(), path, message };
  return Response.json(body, { status: statusCode });
}
