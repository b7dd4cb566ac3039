import { inspect } from "node:util";
import { KnowledgeBase } from "@knowledge-base/sdk";
import type { ReferenceServer } from "@knowledge-base/server";
import { contract, type Input, type OperationId } from "@knowledge-base/types";
import fc from "fast-check";
import { send } from "../send.ts";
import { controlRules } from "./control-rules.ts";
import { serviceRules } from "./model.ts";
import { type CallScope, findOrganization, type ModelState, type Rule } from "./model-state.ts";
import { resolve, type Variables } from "./reference.ts";
import { expectedResponse, organizationOf, pathOf, type RawRequest } from "./request-rules.ts";

/** The rules of a model. */
export const modelRules = { service: serviceRules, control: controlRules };

export type Rules = typeof modelRules;

/** The objects on which calls are made. */
export interface Session {
  readonly server: ReferenceServer;
  readonly kb: (apiKey: string) => KnowledgeBase;
  readonly variables: Variables;
}

/** Creates the targets of calls on a server. */
export function openSession(server: ReferenceServer, variables: Variables): Session {
  const { baseUrl, fetch } = server;
  const clients = new Map<string, KnowledgeBase>();
  function kb(apiKey: string): KnowledgeBase {
    const client = clients.get(apiKey) ?? new KnowledgeBase({ baseUrl, apiKey, fetch, retries: 0 });
    clients.set(apiKey, client);
    return client;
  }
  return { server, kb, variables };
}

/** A call that can be made on a server and on its model, and written as code. */
export interface Call {
  /** Its action, in a word or two. */
  readonly name: string;
  readonly code: string;
  /** Whether the model defines only a part of the output. */
  readonly isPartial?: boolean;
  /** Variable that stores the output for later calls. */
  readonly variable?: string;
  run(session: Session): unknown;
  expect(modelState: ModelState, rules: Rules, callScope: CallScope): unknown;
}

/** Writes a value as code. */
export function literal(value: unknown): string {
  const whole = { depth: null, maxArrayLength: null, maxStringLength: null };
  return inspect(value, { ...whole, breakLength: 100, compact: 100 });
}

/** Calls an operation with the client. */
export function callService<Id extends OperationId>(
  operation: Id,
  input: Input<Id>,
  apiKey: string,
  variable?: string,
): Call {
  return {
    name: `client ${operation}`,
    get code() {
      return `kb(${literal(apiKey)}).${operation}(${literal(input)})`;
    },
    isPartial: operation === "oauth.start",
    ...(variable !== undefined && { variable }),
    run: ({ kb }) => callMethod(kb(apiKey), operation, [input]),
    expect: (modelState, rules, callScope) =>
      (rules.service[operation] as Rule<unknown>)(modelState, input, {
        ...callScope,
        reach: organizationOf(modelState, apiKey),
      }),
  };
}

/** Sends a request as it is. */
export function sendRequest(request: RawRequest): Call {
  const { operation, query = [], text, contentType, apiKey } = request;
  const search = query.length === 0 ? "" : `?${new URLSearchParams(query.map(([name, value]) => [name, value]))}`;
  const line = `${contract[operation].method} ${pathOf(request)}${search}`;
  const sending = {
    key: apiKey,
    ...(text !== undefined && { text }),
    ...(contentType !== undefined && { contentType }),
  };
  return {
    name: `request ${operation}`,
    get code() {
      return `send(server, ${literal(line)}, ${literal(sending)})`;
    },
    isPartial: true,
    run: ({ server }) => send(server, line, sending),
    expect: (modelState, rules, callScope) => expectedResponse(modelState, request, rules.service, callScope),
  };
}

type Groups = Rules["control"];
type Asked<Becomes> = Becomes extends Rule<infer Input> ? Input : never;
const partial = ["pages.create", "oauth.approve", "oauth.deny", "brains.sendDailyBrief", "brains.reportConnection"];

/** Calls a control, of the whole server or of one organization. */
export function callControl<Group extends keyof Groups, Name extends string & keyof Groups[Group]>(
  group: Group,
  name: Name,
  input: Asked<Groups[Group][Name]>,
  { reach, variable }: { readonly reach?: string | undefined; readonly variable?: string | undefined } = {},
): Call {
  const scope = reach === undefined ? "server" : `server.organization(${literal(reach)})`;
  return {
    name: `control ${group}.${name}`,
    get code() {
      return `${scope}.control.${group}.${name}(${literal(input)})`;
    },
    isPartial: partial.includes(`${group}.${name}`),
    ...(variable !== undefined && { variable }),
    run: ({ server, variables }) => {
      const { control } = reach === undefined ? server : server.organization(reach);
      return callMethod(control, `${group}.${name}`, [resolve(input, variables)]);
    },
    expect: (modelState, rules, callScope) => {
      if (reach !== undefined) findOrganization(modelState, reach, { ...callScope, reach });
      const rule = rules.control[group][name] as Rule<unknown>;
      return rule(modelState, input, { ...callScope, reach });
    },
  };
}

/** Calls a method by its path, such as `pages.archive`. */
function callMethod(on: object, path: string, input: readonly unknown[]): unknown {
  const [group = "", name = ""] = path.split(".");
  const owner = Reflect.get(on, group);
  return Reflect.apply(Reflect.get(owner, name), owner, input);
}

/** Chooses a call that suits the state of the model; undefined if there is none. */
export type Step = (modelState: ModelState) => Call | undefined;

/** Steps whose fields are chosen at random. */
export function stepOf<Fields extends object>(
  fields: { readonly [Name in keyof Fields]: fc.Arbitrary<Fields[Name]> },
  call: (fields: Fields, modelState: ModelState) => Call | undefined,
): fc.Arbitrary<Step> {
  const chosen = fc.record<Fields>(fields as { [Name in keyof Fields]: fc.Arbitrary<Fields[Name]> });
  return chosen.map((given) => (modelState) => call(given as Fields, modelState));
}
