import { contract, type OperationId } from "@knowledge-base/types";
import type { serviceRules } from "./model.ts";
import { type CallScope, type ModelState, type Rejection, type Rule, reject, timeOf } from "./model-state.ts";

/** A request for an operation, including inputs that a client would reject. */
export interface RawRequest {
  readonly operation: OperationId;
  /** Ids of the path, decoded; null for an invalid escape. */
  readonly params: Readonly<Record<string, string | null>>;
  readonly query?: readonly (readonly [name: string, value: string])[];
  readonly text?: string;
  readonly contentType?: string;
  readonly apiKey: string | null;
}

/** Section 5: the organization that a key is scoped to. A missing or invalid key is rejected. */
export function organizationOf({ records }: ModelState, apiKey: string | null): string {
  return records.apiKeys.find(({ key }) => key === apiKey)?.organizationId ?? reject("unauthorized");
}

/** The path of a request, without its query. */
export function pathOf({ operation, params }: RawRequest): string {
  return contract[operation].path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const id = params[name];
    return id === null || id === undefined ? "%zz" : encodeURIComponent(id);
  });
}

const statuses: Readonly<Record<string, number>> = { bad_request: 400, unauthorized: 401, not_found: 404 };

/** Section 7: the response to a rejected request has the documented body. A choice: 401 before 400 before 404. */
export function expectedResponse(
  modelState: ModelState,
  request: RawRequest,
  rules: typeof serviceRules,
  scope: CallScope,
) {
  try {
    const reach = organizationOf(modelState, request.apiKey);
    const rule = rules[request.operation] as Rule<unknown>;
    const output = rule(modelState, readInput(request), { ...scope, reach });
    return { status: contract[request.operation].success.status, body: output };
  } catch (rejection) {
    const status = statuses[(rejection as Rejection).code];
    if (status === undefined) throw rejection;
    const { organizationId } = modelState.records.apiKeys.find(({ key }) => key === request.apiKey) ?? {};
    const timestamp =
      organizationId === undefined ? new Date(modelState.nowMs).toISOString() : timeOf(modelState, organizationId);
    return { status, body: { statusCode: status, timestamp, path: pathOf(request) } };
  }
}

// Section 4: the inputs of the operations. Sections 4 and 7: anything else fails validation.
function readInput({ operation, params, query = [], text = "", contentType = "application/json" }: RawRequest): object {
  if (Object.values(params).includes(null)) reject("bad_request");
  const valuesOf = (name: string) => query.filter(([other]) => other === name).map(([, value]) => value);
  if (operation === "channels.list") {
    const [installationId = "", ...others] = valuesOf("installationId");
    return installationId === "" || others.length > 0 ? reject("bad_request") : { ...params, installationId };
  }
  if (operation === "promptIndex.get") {
    const [limit, ...others] = valuesOf("limit");
    if (others.length > 0 || (limit !== undefined && !/^\d+$/.test(limit))) reject("bad_request");
    return limit === undefined ? params : { ...params, limit: Number(limit) };
  }
  // A choice: a body that is missing is the empty object.
  if (operation !== "bindings.update" || text === "") return params;
  if (contentType !== "application/json") reject("bad_request");
  return { ...params, ...readFlags(text) };
}

// A choice: fields that section 4.1 does not name are ignored.
function readFlags(text: string): object {
  const body: unknown = isJson(text) ? JSON.parse(text) : null;
  if (typeof body !== "object" || body === null || Array.isArray(body)) return reject("bad_request");
  const flags = Object.entries(body).filter(([name]) => /^notify(Briefs|Connections|Changes)$/.test(name));
  return flags.every(([, value]) => typeof value === "boolean") ? Object.fromEntries(flags) : reject("bad_request");
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
