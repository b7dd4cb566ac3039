import { contract, type OperationId, type Parsed } from "@knowledge-base/types";
import { choices } from "../choices.ts";
import { timeAfterFailure, timestamp } from "../clock.ts";
import type { JournalReason } from "../journal/journal-entry.ts";
import { Failure, fail } from "../operations/failure.ts";
import type { Rule } from "../operations/rule.ts";
import { rules } from "../operations/rules.ts";
import type { World } from "../world.ts";
import { type Exchange, noAnswer, type Outcome } from "./exchange.ts";
import { failureAnswer } from "./failure-answer.ts";
import { type Edge, type HttpRequest, jsonAnswer } from "./message.ts";
import { type ParsedInput, parseInput } from "./parse-input.ts";
import { meetFaults, performAmongFaults, type Service } from "./perform-among-faults.ts";
import { record } from "./record.ts";
import { createRouter } from "./router.ts";

/** How the edge behaves. */
export interface EdgeOptions {
  readonly basePath: string;
  readonly strictBodies: boolean;
  /** The world of this moment. A request goes on in the world in which it began. */
  readonly world: () => World;
}

/** A request that may be carried out: its route, its caller and its input are known. */
interface AcceptedRequest {
  readonly route: NonNullable<Exchange["route"]>;
  readonly caller: NonNullable<Exchange["caller"]>;
  readonly input: ParsedInput;
}

const anyRule = rules as unknown as { readonly [Id in OperationId]: Rule<OperationId> };

/** Puts routing, authentication, validation and the rules together, in the order in which a request meets them. */
export function createEdge({ basePath, strictBodies, world }: EdgeOptions): Edge {
  const findRoute = createRouter(Object.values(contract), basePath);

  function open(request: HttpRequest): Exchange {
    const now = world();
    const apiKey = now.store.apiKeys.get(request.header("x-api-key") ?? "");
    const organization = apiKey && now.organization(apiKey.organizationId);
    const caller = apiKey && organization && { apiKey, organization };
    const at = timestamp((organization ?? now.scope).clock.now());
    return { request, world: now, at, route: findRoute(request.method, request.path), caller };
  }

  function accept({ request, route, caller }: Exchange): AcceptedRequest {
    const { method, path, query, body } = request;
    if (!route) throw new Failure(404, `Cannot ${method} ${path}`);
    if (!caller) throw new Failure(401, refusalOfKey(request));
    if (byteLength(body) > choices.bodyLimitBytes)
      throw new Failure(413, `Body exceeds ${choices.bodyLimitBytes} bytes`);
    const rule = anyRule[route.operation.id];
    const input = parseInput(
      route.operation,
      { params: route.params, query, contentType: request.header("content-type"), body },
      { strictBodies, check: (parts) => rule.check?.(parts as Parsed<OperationId>) ?? [] },
    );
    return { route, caller, input };
  }

  const service: Service = {
    async perform(exchange) {
      let accepted: AcceptedRequest | undefined;
      try {
        accepted = accept(exchange);
        const { route, caller, input } = accepted;
        const { store, clock, ids, generation } = caller.organization;
        const rule = anyRule[route.operation.id];
        const output = await rule.run({
          input: input as unknown as Parsed<OperationId>,
          caller: caller.apiKey,
          store,
          clock,
          ids,
          generation,
          signer: exchange.world.signer,
          baseUrl: exchange.request.origin + basePath,
          fail,
        });
        const answer = jsonAnswer(route.operation.success.status, rule.write?.(output) ?? JSON.stringify(output));
        return { answer, reason: "success", message: null, input, committed: true };
      } catch (error) {
        return refused(error, exchange, accepted?.input ?? null);
      }
    },
    read(exchange) {
      try {
        return accept(exchange).input;
      } catch {
        return null;
      }
    },
  };

  return async (request) => {
    let exchange: Exchange;
    try {
      exchange = open(request);
    } catch (error) {
      return failureAnswer(error, request.path, timeAfterFailure(world().scope.clock));
    }
    const met = meetFaults(exchange);
    const outcome = met ? await performAmongFaults(exchange, met, service) : await service.perform(exchange);
    const isAbandoned = request.signal?.aborted ?? false;
    const told: Outcome = isAbandoned ? { ...outcome, answer: noAnswer, reason: "abandoned" } : outcome;
    record(exchange, told, met);
    return told.answer;
  };
}

function refused(error: unknown, { request, at, route }: Exchange, input: ParsedInput | null): Outcome {
  const message = error instanceof Error ? error.message : String(error);
  const answer = failureAnswer(error, request.path, at);
  return { answer, reason: reasonOf(error, route !== undefined), message, input, committed: false };
}

function reasonOf(error: unknown, isRouted: boolean): JournalReason {
  if (!isRouted) return "route";
  if (!(error instanceof Failure)) return "failure";
  if (error.status === 401) return "auth";
  return error.status === 404 ? "rule" : "validation";
}

function refusalOfKey(request: HttpRequest): string {
  return request.header("x-api-key") === null ? "Missing x-api-key header" : "Invalid x-api-key";
}

function byteLength(text: string): number {
  return text.length * 3 <= choices.bodyLimitBytes ? text.length : new TextEncoder().encode(text).length;
}
