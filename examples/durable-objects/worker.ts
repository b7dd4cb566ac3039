import { createReferenceServer } from "@knowledge-base/server";
import { withControl } from "@knowledge-base/server/control";
import type { Env } from "./workers-types.ts";

export { OrganizationObject } from "./organization-object.ts";

// Cloudflare Workers call the default export of the main module.
export default {
  // The object of the organization that a request names handles the request.
  async fetch(request: Request, env: Env): Promise<Response> {
    const { pathname, searchParams } = new URL(request.url);
    if (!env.CONTROL_TOKEN) return new Response("Set the secret CONTROL_TOKEN.\n", { status: 500 });
    if (pathname.startsWith("/_platform/")) return send(request, env, await findOrganizationOfState(request));
    if (!pathname.startsWith("/_control/")) return send(request, env, readApiKey(request.headers.get("x-api-key")));

    const path = pathname.slice("/_control/".length);
    const fields = (await request
      .clone()
      .json()
      .catch(() => ({}))) as Readonly<Record<string, unknown>>;
    const isCreation = path === "organizations/create";
    const { id = isCreation ? `organization_${crypto.randomUUID()}` : undefined, organizationId = id } = fields;
    const organization = searchParams.get("organization") ?? organizationId;
    if (!isOrganizationId(organization)) {
      if (path === "server/describe" || path === "openapi.json") return send(request, env, undefined);
      return createControlError(`${path} needs an organization, whose id has 1 to 64 letters, digits, _ and -`);
    }
    if (!isCreation && path !== "apiKeys/create") return send(request, env, organization);

    // A key names its organization, so that no directory of keys is needed.
    const { apiKey = createApiKey(organization), ...others } = fields;
    if (readApiKey(apiKey) !== organization)
      return createControlError(`a key of this organization must begin with kb.${organization}.`);
    const body = { ...others, apiKey, ...(isCreation && { id: organization }) };
    return send(new Request(request, { method: "POST", body: JSON.stringify(body) }), env, organization);
  },
};

async function send(request: Request, env: Env, organizationId: string | undefined): Promise<Response> {
  if (organizationId === undefined) return createEmptyServer(env)(request);
  const { ORGANIZATIONS: objects } = env;
  try {
    return await objects.get(objects.idFromName(organizationId)).fetch(request);
  } catch (error) {
    // The object was stopped, or a fault was planned. A change was stored completely or not at all.
    console.error(error);
    const { pathname: path } = new URL(request.url);
    const message = `The object of the organization has sent no response. ${String(error)}`;
    if (path.startsWith("/_control/")) return createControlError(message, 500, "unexpected");
    const statusCode = 503;
    return Response.json({ statusCode, timestamp: new Date().toISOString(), path, message }, { status: statusCode });
  }
}

// Rejects requests without a valid key as the service does.
function createEmptyServer({ CONTROL_TOKEN: token }: Env) {
  return withControl(createReferenceServer({ apiKey: crypto.randomUUID() }), { token });
}

function createApiKey(organizationId: string): string {
  return `kb.${organizationId}.${crypto.randomUUID()}`;
}

// Only finds the organization that a key names: its object checks whether the key is valid.
function readApiKey(key: unknown): string | undefined {
  return /^kb\.([\w-]{1,64})\.[\w-]+$/.exec(String(key))?.[1];
}

function isOrganizationId(id: unknown): id is string {
  return typeof id === "string" && /^[\w-]{1,64}$/.test(id);
}

// Only finds the organization that the OAuth state of a request names: its object checks the signature.
async function findOrganizationOfState(request: Request): Promise<string | undefined> {
  const form = request.method === "POST" ? await request.clone().formData() : new URL(request.url).searchParams;
  const [content = ""] = String(form.get("state")).split(".");
  try {
    const { organizationId } = JSON.parse(atob(content.replaceAll("-", "+").replaceAll("_", "/")));
    return isOrganizationId(organizationId) ? organizationId : undefined;
  } catch {
    return undefined;
  }
}

function createControlError(cause: string, status = 400, code = "invalid_input"): Response {
  const error = { code, message: `Failed to call a control: ${cause}.`, problems: [] };
  return Response.json({ error }, { status, headers: { "x-knowledge-base-control": "1" } });
}
