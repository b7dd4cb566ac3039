import { contract, type OperationId, type Parsed } from "@knowledge-base/types";
import { choices } from "../choices.ts";
import { timestamp } from "../clock.ts";
import type { MetFaults } from "../faults/fault-plan.ts";
import type { JournalEntry, JournalReason } from "../journal/journal-entry.ts";
import { Failure, fail } from "../operations/failure.ts";
import type { Rule } from "../operations/rule.ts";
import { rules } from "../operations/rules.ts";
import type { ApiKey } from "../store/state.ts";
import type { OrganizationScope, World } from "../world.ts";
import { failureAnswer } from "./failure-answer.ts";
import { commits, faultAnswer } from "./fault-answer.ts";
import { hideKey } from "./hide-key.ts";
import { type Edge, type HttpAnswer, type HttpRequest, jsonAnswer } from "./message.ts";
import { type ParsedInput, parseInput } from "./parse-input.ts";
import { pause } from "./pause.ts";
import { createRouter, type Route } from "./router.ts";

/** How the edge behaves. */
export interface EdgeOptions {
  readonly basePath: string;
  readonly strictBodies: boolean;
  /** The world of this moment. A request goes on in the world in which it began. */
  readonly world: () => World;
}

/** What is known of a request before anything of it is checked. */
interface Exchange {
  readonly request: HttpRequest;
  readonly world: World;
  readonly at: string;
  readonly route: Route<(typeof contract)[OperationId]> | undefined;
  /** Whose key the request carries, if it is anybody's. */
  readonly caller: { readonly apiKey: ApiKey; readonly organization: OrganizationScope } | undefined;
}

/** What became of an exchange. */
interface Outcome {
  readonly answer: HttpAnswer;
  readonly reason: JournalReason;
  readonly message: string | null;
  readonly input: ParsedInput | null;
  readonly committed: boolean;
}

const anyRule = rules as unknown as { readonly [Id in OperationId]: Rule<OperationId> };
const noAnswer: HttpAnswer = { status: 0, headers: {}, body: "", breakdown: "reset" };
const untouched = { message: null, input: null, committed: false } as const;

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

  async function perform({ request, world: { signer }, at, route, caller }: Exchange): Promise<Outcome> {
    let input: ParsedInput | null = null;
    try {
      if (!route) throw new Failure(404, `Cannot ${request.method} ${request.path}`);
      if (!caller) throw new Failure(401, refusalOfKey(request));
      const { body } = request;
      if (byteLength(body) > choices.bodyLimitBytes) {
        throw new Failure(413, `Body exceeds ${choices.bodyLimitBytes} bytes`);
      }
      const rule = anyRule[route.operation.id];
      input = parseInput(
        route.operation,
        { params: route.params, query: request.query, contentType: request.header("content-type"), body },
        { strictBodies, check: (parts) => rule.check?.(parts as Parsed<OperationId>) ?? [] },
      );
      const { store, clock, ids } = caller.organization;
      const output = await rule.run({
        input: input as unknown as Parsed<OperationId>,
        caller: caller.apiKey,
        store,
        clock,
        ids,
        signer,
        baseUrl: request.origin + basePath,
        fail,
      });
      const answer = jsonAnswer(route.operation.success.status, rule.write?.(output) ?? JSON.stringify(output));
      return { answer, reason: "success", message: null, input, committed: true };
    } catch (error) {
      const answer = failureAnswer(error, request.path, at);
      const message = error instanceof Error ? error.message : String(error);
      return { answer, reason: reasonOf(error, route !== undefined), message, input, committed: false };
    }
  }

  return async (request) => {
    let exchange: Exchange;
    try {
      exchange = open(request);
    } catch (error) {
      // The clock is a function of the caller's own.
      return failureAnswer(error, request.path, timestamp(world().scope.clock.now()));
    }
    const met = meetFaults(exchange);
    const outcome = met ? await performAmongFaults(exchange, met, perform) : await perform(exchange);
    record(exchange, outcome, met);
    return outcome.answer;
  };
}

/** The faults that are planned for a request: first those of its organization, then those of the server. */
function meetFaults({ route, caller, world }: Exchange): MetFaults | undefined {
  if (!route) return undefined;
  const { id } = route.operation;
  const own = caller?.organization.faults.meet(id);
  const met = world.scope.faults.meet(id, own);
  return met.fault || met.latencies.length > 0 ? met : undefined;
}

async function performAmongFaults(
  exchange: Exchange,
  { latencies, fault }: MetFaults,
  perform: (exchange: Exchange) => Promise<Outcome>,
): Promise<Outcome> {
  const { request, at } = exchange;
  const { signal } = request;
  const latencyOf = (afterCommit: boolean) =>
    latencies.filter((planned) => (planned.afterCommit ?? false) === afterCommit).reduce(sumLatency, 0);
  await pause(latencyOf(false), signal);
  if (signal?.aborted) return { ...untouched, answer: noAnswer, reason: "abandoned" };
  const performed = !fault || commits(fault) ? await perform(exchange) : undefined;
  await pause(latencyOf(true), signal);
  if (signal?.aborted) return { ...untouched, ...performed, answer: noAnswer, reason: "abandoned" };
  if (!fault) return performed ?? { ...untouched, answer: noAnswer, reason: "failure" };
  const answer = faultAnswer(fault, performed?.answer ?? noAnswer, request.path, at);
  return { ...untouched, ...performed, answer, reason: "fault" };
}

function sumLatency(sum: number, { latency }: { readonly latency: number }): number {
  return sum + latency;
}

function record({ request, world, at, route, caller }: Exchange, outcome: Outcome, met: MetFaults | undefined): void {
  const { answer, reason, message, input, committed } = outcome;
  const told: JournalEntry = {
    at,
    organizationId: caller?.apiKey.organizationId ?? null,
    method: request.method,
    path: request.path,
    operation: route?.operation.id ?? null,
    input: input && { ...input.params, ...(input.query as object), ...(input.body as object) },
    ignoredFields: input?.ignoredFields ?? [],
    status: answer.breakdown === "hang" || answer.breakdown === "reset" ? null : answer.status,
    reason,
    message,
    fault: met?.fault?.kind ?? null,
    latency: met?.latencies.reduce(sumLatency, 0) ?? 0,
    committed,
  };
  const entry = hideKey(told, request);
  caller?.organization.journal.add(entry);
  world.scope.journal.add(entry);
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
