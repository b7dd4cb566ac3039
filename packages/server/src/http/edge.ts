import { contract, type OperationId, type Parsed } from "@knowledge-base/types";
import { choices } from "../choices.ts";
import { type Clock, timestamp } from "../clock.ts";
import type { Ids } from "../ids.ts";
import { Failure, fail } from "../operations/failure.ts";
import type { OAuth } from "../operations/oauth.ts";
import type { Rule } from "../operations/rule.ts";
import { rules } from "../operations/rules.ts";
import type { OrganizationStore } from "../store/organization-store.ts";
import type { ApiKey } from "../store/state.ts";
import type { Store } from "../store/store.ts";
import { failureAnswer } from "./failure-answer.ts";
import type { HttpAnswer, HttpRequest } from "./message.ts";
import { parseInput } from "./parse-input.ts";
import { createRouter } from "./router.ts";

/** What requests act on. A server that is reset goes on with a new one. */
export interface World {
  readonly store: Store;
  readonly ids: Ids;
  readonly oauth: OAuth;
}

/** How the edge behaves. */
export interface EdgeOptions {
  readonly basePath: string;
  readonly clock: Clock;
  readonly strictBodies: boolean;
  /** The world of this moment. */
  readonly world: () => World;
}

/** Answers a request. It never rejects: whatever goes wrong becomes an answer. */
export type Edge = (request: HttpRequest) => Promise<HttpAnswer>;

const anyRule = rules as unknown as { readonly [Id in OperationId]: Rule<OperationId> };

/** Puts routing, authentication, validation and the rules together, in the order in which a request meets them. */
export function createEdge({ basePath, clock, strictBodies, world }: EdgeOptions): Edge {
  const findRoute = createRouter(Object.values(contract), basePath);

  async function succeed(request: HttpRequest): Promise<HttpAnswer> {
    const route = findRoute(request.method, request.path) ?? refuse(404, `Cannot ${request.method} ${request.path}`);
    const { operation } = route;
    const { store, ids, oauth } = world();
    const { caller, organization } = authenticate(store, request.header("x-api-key"));
    const { body } = request;
    if (byteLength(body) > choices.bodyLimitBytes) refuse(413, `Body exceeds ${choices.bodyLimitBytes} bytes`);
    const rule = anyRule[operation.id];
    const input = parseInput(
      operation,
      { params: route.params, query: request.query, contentType: request.header("content-type"), body },
      { strictBodies, check: (parts) => rule.check?.(parts as Parsed<OperationId>) ?? [] },
    ) as Parsed<OperationId>;
    const output = await rule.run({ input, caller, store: organization, clock, ids, oauth, fail });
    return { status: operation.success.status, body: rule.write?.(output) ?? JSON.stringify(output) };
  }

  return async (request) => {
    try {
      return await succeed(request);
    } catch (error) {
      return failureAnswer(error, request.path, timestamp(clock.now()));
    }
  };
}

function authenticate(store: Store, key: string | null): { caller: ApiKey; organization: OrganizationStore } {
  if (key === null) refuse(401, "Missing x-api-key header");
  const caller = store.apiKeys.get(key) ?? refuse(401, "Invalid x-api-key");
  return { caller, organization: store.organizations.get(caller.organizationId) as OrganizationStore };
}

function refuse(status: 401 | 404 | 413, message: string): never {
  throw new Failure(status, message);
}

function byteLength(text: string): number {
  return text.length * 3 <= choices.bodyLimitBytes ? text.length : new TextEncoder().encode(text).length;
}
