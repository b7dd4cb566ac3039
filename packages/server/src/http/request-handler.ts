import { contract, type OperationId, type Parsed } from "@knowledge-base/types";
import { choices } from "../choices.ts";
import { timeAfterFailure, timestamp } from "../clock.ts";
import type { JournalReason } from "../journal/journal-entry.ts";
import { fail, HttpError } from "../operations/http-error.ts";
import type { Rule } from "../operations/rule.ts";
import { rules } from "../operations/rules.ts";
import type { ServerState } from "../server-state.ts";
import { applyFaults, matchFaults, type Service } from "./apply-faults.ts";
import { toErrorResponse } from "./error-response.ts";
import { type HttpRequest, jsonResponse, noResponse, type RequestHandler } from "./http-message.ts";
import { type ParsedInput, parseInput } from "./parse-input.ts";
import { record } from "./record.ts";
import type { HandledRequest, RequestContext } from "./request-context.ts";
import { createRouter } from "./router.ts";

/** How the edge behaves. */
export interface RequestHandlerOptions {
  readonly basePath: string;
  readonly strictBodies: boolean;
  /** The world of this moment. A request goes on in the world in which it began. */
  readonly getState: () => ServerState;
}

/** A request that may be carried out: its route, its caller and its input are known. */
interface AcceptedRequest {
  readonly route: NonNullable<RequestContext["route"]>;
  readonly caller: NonNullable<RequestContext["caller"]>;
  readonly input: ParsedInput;
}

const anyRule = rules as unknown as { readonly [Id in OperationId]: Rule<OperationId> };

/** Puts routing, authentication, validation and the rules together, in the order in which a request meets them. */
export function createRequestHandler({ basePath, strictBodies, getState }: RequestHandlerOptions): RequestHandler {
  const findRoute = createRouter(Object.values(contract), basePath);

  function open(request: HttpRequest): RequestContext {
    const serverState = getState();
    const apiKey = serverState.store.apiKeys.get(request.header("x-api-key") ?? "");
    const organization = apiKey && serverState.organization(apiKey.organizationId);
    const caller = apiKey && organization && { apiKey, organization };
    const at = timestamp((organization ?? serverState.testTools).clock.now());
    return { request, serverState, at, route: findRoute(request.method, request.path), caller };
  }

  function accept({ request, route, caller }: RequestContext): AcceptedRequest {
    const { method, path, query, body } = request;
    if (!route) throw new HttpError(404, `Cannot ${method} ${path}`);
    if (!caller) throw new HttpError(401, refusalOfKey(request));
    if (byteLength(body) > choices.bodyLimitBytes)
      throw new HttpError(413, `Body exceeds ${choices.bodyLimitBytes} bytes`);
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
          signer: exchange.serverState.signer,
          baseUrl: exchange.request.origin + basePath,
          fail,
        });
        const answer = jsonResponse(route.operation.success.status, rule.write?.(output) ?? JSON.stringify(output));
        return { response: answer, reason: "success", message: null, input, committed: true };
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
    let exchange: RequestContext;
    try {
      exchange = open(request);
    } catch (error) {
      return toErrorResponse(error, request.path, timeAfterFailure(getState().testTools.clock));
    }
    const met = matchFaults(exchange);
    const outcome = met ? await applyFaults(exchange, met, service) : await service.perform(exchange);
    const isAbandoned = request.signal?.aborted ?? false;
    const told: HandledRequest = isAbandoned ? { ...outcome, response: noResponse, reason: "abandoned" } : outcome;
    record(exchange, told, met);
    return told.response;
  };
}

function refused(error: unknown, { request, at, route }: RequestContext, input: ParsedInput | null): HandledRequest {
  const message = error instanceof Error ? error.message : String(error);
  const answer = toErrorResponse(error, request.path, at);
  return { response: answer, reason: reasonOf(error, route !== undefined), message, input, committed: false };
}

function reasonOf(error: unknown, isRouted: boolean): JournalReason {
  if (!isRouted) return "route";
  if (!(error instanceof HttpError)) return "failure";
  if (error.status === 401) return "auth";
  return error.status === 404 ? "rule" : "validation";
}

function refusalOfKey(request: HttpRequest): string {
  return request.header("x-api-key") === null ? "Missing x-api-key header" : "Invalid x-api-key";
}

function byteLength(text: string): number {
  return text.length * 3 <= choices.bodyLimitBytes ? text.length : new TextEncoder().encode(text).length;
}
