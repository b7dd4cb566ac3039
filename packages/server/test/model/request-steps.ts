import { contract, type OperationId } from "@knowledge-base/types";
import fc from "fast-check";
import { expect } from "vitest";
import { send } from "../send.ts";
import { literal, type Step } from "./call.ts";
import { serviceRules } from "./model.ts";
import { type ModelState, type Rejection, type Rule, reject, timeOf } from "./model-state.ts";
import * as pools from "./pools.ts";
import { constant, fields, optional } from "./pools.ts";

// biome-ignore format: several values a line
const bodies = [
  "", "{}", "[]", "null", "true", '"x"', "{", '{"notifyBriefs":null}', '{"notifyConnections":0}',
  '{"notifyChanges":true,"colour":"red"}', '{"__proto__":{"notifyBriefs":1}}',
];
const flags = pools.flags.map((choose) => JSON.stringify(choose()));
const text = fc.oneof({ weight: 3, arbitrary: flags }, constant(...bodies));
const limit = constant(..."2 1 3 50 500 00002 0 501 -1 1.5 x 1e1".split(" "), "", " 1");
const contentType = constant("application/json", "application/json", "application/json", "text/plain");

type Part = fc.Arbitrary<pools.Choice<object>>;

/** How the parts of the requests of each operation are chosen. */
export const requests: { readonly [Id in OperationId]: { readonly [Name in "params" | "query" | "body"]?: Part } } = {
  "bindings.update": { params: pools.binding, body: fields({ text, contentType }) },
  "pages.archive": { params: pools.page },
  "channels.list": { params: pools.brain, query: pools.installation },
  "promptIndex.get": { params: pools.brain, query: optional({ limit }) },
  "oauth.start": { params: pools.brain },
  "bindings.unbind": { params: pools.binding },
};

/** A mistake besides those of the input: mostly none. */
const mistake = constant(...Array.from({ length: 20 }, () => ""), "no key", "invalid escape", "repeated query");
const nothing: Part = fc.constant(() => ({}));

/** Sends a request for an operation, including inputs that no client sends. */
export function requestStep(operation: OperationId): fc.Arbitrary<Step> {
  const { method, path: template } = contract[operation];
  const { params = nothing, query = nothing, body = nothing } = requests[operation];
  return fc.record({ params, query, body, mistake, keyFor: pools.keyFor }).map((chosen) => (model) => {
    const input: SentInput = { ...chosen.params(model), ...chosen.query(model), ...chosen.body(model) };
    const key = chosen.mistake === "no key" ? null : chosen.keyFor(model, input["brainId"] ?? "");
    const path = template.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
      return chosen.mistake === "invalid escape" ? "%zz" : encodeURIComponent(input[name] ?? "");
    });
    const search = new URLSearchParams(chosen.query(model) as SentInput).toString();
    const isRepeated = search !== "" && chosen.mistake === "repeated query";
    const line = `${method} ${path}?${isRepeated ? `${search}&` : ""}${search}`;
    const sending = { key, ...chosen.body(model) };
    const isInvalid = isRepeated || chosen.mistake === "invalid escape";
    return {
      name: `request ${operation}`,
      code: `send(server, ${literal(line)}, ${literal(sending)})`,
      run: (server) => send(server, line, sending),
      expect: (_, output) => expectedResponse(model, { operation, input, key, path, isInvalid }, output),
    };
  });
}

type SentInput = Record<string, string>;

interface SentRequest {
  readonly operation: OperationId;
  readonly input: SentInput;
  readonly key: string | null;
  readonly path: string;
  /** Whether the request is invalid, whatever its input is. */
  readonly isInvalid: boolean;
}

const statuses: Readonly<Record<string, number>> = { bad_request: 400, unauthorized: 401, not_found: 404 };

/** Section 7: the response to a rejected request has the documented body. A choice: 401 before 400 before 404. */
function expectedResponse(model: ModelState, { operation, input, key, path, isInvalid }: SentRequest, output: unknown) {
  // Section 5: a key is scoped to one organization. A missing or invalid key is rejected.
  const reach = model.records.apiKeys.find((one) => one.key === key)?.organizationId;
  try {
    if (reach === undefined) reject("unauthorized");
    if (isInvalid) reject("bad_request");
    const rule = serviceRules[operation] as Rule<unknown>;
    const body = rule(model, readInput(input), { reach, output: (output as { readonly body: unknown }).body });
    return { status: contract[operation].success.status, body };
  } catch (rejection) {
    const statusCode = statuses[(rejection as Rejection).code];
    if (statusCode === undefined) throw rejection;
    const timestamp = reach === undefined ? new Date(model.nowMs).toISOString() : timeOf(model, reach);
    return { status: statusCode, body: expect.objectContaining({ statusCode, timestamp, path }) };
  }
}

// Section 4: the inputs of the operations. Sections 4 and 7: anything else fails validation.
function readInput({ text: json, contentType: type, limit: given, ...input }: SentInput): object {
  if (given !== undefined) return /^\d+$/.test(given) ? { ...input, limit: Number(given) } : reject("bad_request");
  // A choice: a body that is missing is the empty object.
  if (json === undefined || json === "") return input;
  if (type !== "application/json" || !isJson(json)) reject("bad_request");
  const body: unknown = JSON.parse(json);
  if (typeof body !== "object" || body === null || Array.isArray(body)) return reject("bad_request");
  // A choice: fields that section 4.1 does not name are ignored.
  const known = Object.entries(body).filter(([name]) => /^notify(Briefs|Connections|Changes)$/.test(name));
  if (known.some(([, value]) => typeof value !== "boolean")) reject("bad_request");
  return { ...input, ...Object.fromEntries(known) };
}

function isJson(json: string): boolean {
  try {
    JSON.parse(json);
    return true;
  } catch {
    return false;
  }
}
