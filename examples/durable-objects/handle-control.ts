import type { Fetch } from "@knowledge-base/server";
import { createControlError } from "./control-error.ts";
import { copyRequest, readBody } from "./read-body.ts";
import { completeApiKey, isOrganizationId, isSameSecret } from "./signed-names.ts";
import type { Env } from "./workers-types.ts";

/** An object has 128 MB of memory. */
const stateLimit = 16 * 2 ** 20;
/** SQLite stores records of at most 2 MB. */
const bodyLimit = 2 ** 20;

const pathsWithState = new Set(["organizations/create", "server/seed", "server/restore"]);

/** A control, and the organization whose object executes it. */
interface OrganizationCall {
  readonly organizationId: string;
  readonly body: string;
}

/** A call, a rejection, or undefined if the server without organizations can reject it. */
type ReadCall = OrganizationCall | Response | undefined;

/** Lets the object of an organization execute a control, if the request has the token. */
export async function handleControl(request: Request, env: Env, emptyServer: Fetch): Promise<Response> {
  const { pathname, searchParams } = new URL(request.url);
  const path = pathname.slice("/_control/".length);
  const isGeneral = path === "openapi.json" || path === "server/describe";
  if (isGeneral || !(await hasToken(request, env))) return emptyServer(copyRequest(request, request.url, null));
  if (request.method !== "POST") return rejectPath(path);

  const limit = pathsWithState.has(path) ? stateLimit : bodyLimit;
  const bytes = await readBody(request, limit);
  if (bytes.length > limit) return createControlError("too_large", `the body exceeds ${limit} bytes`);
  const body = new TextDecoder().decode(bytes);
  const organizationId = searchParams.get("organization");
  const call =
    organizationId === null
      ? await readGeneralCall(path, body, env)
      : await readOrganizationCall(path, { organizationId, body }, searchParams, env);
  if (call instanceof Response) return call;
  if (call === undefined) return emptyServer(copyRequest(request, request.url, body));
  const { ORGANIZATIONS: objects } = env;
  return objects.get(objects.idFromName(call.organizationId)).fetch(copyRequest(request, request.url, call.body));
}

/** Reads a call without the parameter `organization`. */
async function readGeneralCall(path: string, body: string, env: Env): Promise<ReadCall> {
  const fields = parseFields(body);
  switch (path) {
    case "organizations/create": {
      const { id = `organization_${crypto.randomUUID()}` } = fields ?? {};
      if (fields === undefined) return undefined;
      if (!isOrganizationId(id)) {
        return createControlError("invalid_input", "id must be 1 to 64 letters, digits, _ or -");
      }
      return completeKey({ organizationId: id, body }, { ...fields, id }, env);
    }
    case "organizations/get":
    case "organizations/update":
    case "organizations/delete": {
      const { organizationId } = fields ?? {};
      return isOrganizationId(organizationId) ? { organizationId, body } : undefined;
    }
    default:
      return rejectPath(path);
  }
}

async function readOrganizationCall(
  path: string,
  call: OrganizationCall,
  parameters: URLSearchParams,
  env: Env,
): Promise<ReadCall> {
  if (!isOrganizationId(call.organizationId)) return undefined;
  if (path === "apiKeys/create") {
    const fields = parseFields(call.body);
    return fields && completeKey(call, fields, env);
  }
  const loadsState = path === "server/seed" || path === "server/restore";
  if (loadsState && parameters.get("apiKeys") !== "omit") {
    return createControlError("invalid_input", `${path} needs &apiKeys=omit: create the keys with apiKeys/create`);
  }
  return call;
}

/** Adds a signed key to the input of a control that creates one, because others lead to no object. */
async function completeKey(
  { organizationId }: OrganizationCall,
  { key, apiKey = key, ...fields }: Fields,
  { KEY_SECRET: secret }: Env,
): Promise<ReadCall> {
  const completed = await completeApiKey(apiKey, organizationId, secret);
  if (completed !== undefined) return { organizationId, body: JSON.stringify({ ...fields, apiKey: completed }) };
  return createControlError(
    "invalid_input",
    "apiKey must be left out, or a key that was created for this organization",
  );
}

type Fields = Readonly<Record<string, unknown>>;

/** Parses a body; returns undefined if it is no JSON object. */
function parseFields(body: string): Fields | undefined {
  try {
    const value: unknown = body === "" ? {} : JSON.parse(body);
    return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Fields) : undefined;
  } catch {
    return undefined;
  }
}

function rejectPath(path: string): Response {
  return createControlError(
    "no_such_control",
    `${path} of the whole server is not available, because each organization has an object of its own. Call a control of one organization: POST /_control/…?organization=ID`,
  );
}

/** Checks the header `Authorization: Bearer TOKEN`. */
async function hasToken({ headers }: Request, { CONTROL_TOKEN: token, KEY_SECRET: secret }: Env): Promise<boolean> {
  const [, sent = ""] = /^bearer +(\S+) *$/i.exec(headers.get("authorization") ?? "") ?? [];
  return isSameSecret(sent, token, secret);
}
