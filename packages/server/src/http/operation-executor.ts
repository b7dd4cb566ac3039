import type { OperationId, Output, Parsed } from "@knowledge-base/types";
import { choices } from "../choices.ts";
import type { JournalReason } from "../journal/journal-entry.ts";
import { fail, HttpError } from "../operations/http-error.ts";
import type { Rule } from "../operations/rule.ts";
import { rules } from "../operations/rules.ts";
import { redactFailure } from "../redact-failure.ts";
import type { ChangeFeed } from "../store/change-feed.ts";
import { toErrorResponse } from "./error-response.ts";
import { createJsonResponse, type HttpRequest } from "./http-message.ts";
import { type ParsedInput, type ParseOptions, parseInput } from "./parse-input.ts";
import type { HandledRequest, RequestContext } from "./request-context.ts";

/** Executes the operation of a request, or only parses its input. */
export interface OperationExecutor {
  execute(context: RequestContext): HandledRequest | Promise<HandledRequest>;
  /** Returns the input without executing the operation; null if the request is invalid. */
  parseInput(context: RequestContext): ParsedInput | null;
}

export interface OperationExecutorOptions {
  readonly basePath: string;
  readonly strictBodies: boolean;
  /** Hands the changes of operations to the option `onChange`. */
  readonly changes?: ChangeFeed | undefined;
}

/** A request that passed every check. */
interface CheckedRequest {
  readonly route: NonNullable<RequestContext["route"]>;
  readonly caller: NonNullable<RequestContext["caller"]>;
  readonly input: ParsedInput;
}

const rulesById = rules as unknown as { readonly [Id in OperationId]: Rule<OperationId> };

/** Creates the executor that authenticates a request, validates it and executes its operation, in this order. */
export function createOperationExecutor({
  basePath,
  strictBodies,
  changes,
}: OperationExecutorOptions): OperationExecutor {
  function checkRequest({ request, route, caller }: RequestContext): CheckedRequest {
    const { method, requestedPath, query, body } = request;
    if (!route) throw new HttpError(404, `Cannot ${method} ${requestedPath}`);
    if (!caller) throw new HttpError(401, describeKeyProblem(request));
    if (byteLength(body) > choices.bodyLimitBytes)
      throw new HttpError(413, `Body exceeds ${choices.bodyLimitBytes} bytes`);
    const input = parseInput(
      route.operation,
      {
        params: route.params,
        query,
        contentType: request.header("content-type"),
        contentEncoding: request.header("content-encoding"),
        body,
      },
      { strictBodies, check: rulesById[route.operation.id].check as ParseOptions["check"] },
    );
    return { route, caller, input };
  }

  function runOperation({ route, caller, input }: CheckedRequest, context: RequestContext): unknown {
    const { store, clock, ids, generation, startedAuthorizations } = caller.organization;
    return rulesById[route.operation.id].run({
      input: input as unknown as Parsed<OperationId>,
      caller: caller.apiKey,
      store,
      clock,
      ids,
      generation,
      startedAuthorizations,
      signer: context.serverState.signer,
      baseUrl: context.request.origin + basePath,
      fail,
    });
  }

  /** Executes an operation: at once, if it needs to wait for nothing. */
  function execute(context: RequestContext): HandledRequest | Promise<HandledRequest> {
    let input: ParsedInput | null = null;
    const failed = (error: unknown) => toFailedRequest(error, context, input, false);
    try {
      const checked = checkRequest(context);
      input = checked.input;
      const running = runOperation(checked, context);
      if (!(running instanceof Promise)) return toHandledRequest(checked, running);
      return running.then((output) => toHandledRequest(checked, output)).catch(failed);
    } catch (error) {
      return failed(error);
    }
  }

  /** Executes an operation, and waits until its changes are handed over. */
  async function executeAndCommit(context: RequestContext, feed: ChangeFeed): Promise<HandledRequest> {
    let input: ParsedInput | null = null;
    let committed = false;
    try {
      const prepared = feed.prepare();
      if (prepared) await prepared;
      const checked = checkRequest(context);
      input = checked.input;
      const running = runOperation(checked, context);
      // Before the next request can change anything.
      const handled = commit(feed);
      const output = await running;
      committed = true;
      await handled;
      return toHandledRequest(checked, output);
    } catch (error) {
      return toFailedRequest(error, context, input, committed);
    }
  }

  return {
    execute: (context) => (changes ? executeAndCommit(context, changes) : execute(context)),
    parseInput(context) {
      try {
        return checkRequest(context).input;
      } catch {
        return null;
      }
    },
  };
}

function toHandledRequest({ route, input }: CheckedRequest, output: unknown): HandledRequest {
  const { id, success } = route.operation;
  const body = rulesById[id].write?.(output as Output<OperationId>) ?? JSON.stringify(output);
  return {
    response: createJsonResponse(success.status, body),
    reason: "success",
    message: null,
    input,
    committed: true,
  };
}

/** Hands over the changes of an operation, which has been executed even if the listener throws. */
function commit(changes: ChangeFeed): Promise<void> | undefined {
  try {
    return changes.commit();
  } catch (error) {
    const failed = Promise.reject(error);
    failed.catch(() => {});
    return failed;
  }
}

function toFailedRequest(
  thrown: unknown,
  { request, receivedAt, route, serverState }: RequestContext,
  input: ParsedInput | null,
  committed: boolean,
): HandledRequest {
  const error = thrown instanceof HttpError ? thrown : new Error(redactFailure(thrown, serverState.store.apiKeys));
  const response = toErrorResponse(error, request.requestedPath, receivedAt);
  const reason = failureReason(error, route !== undefined);
  return { response, reason, message: error.message, input, committed };
}

function failureReason(error: Error, isRouted: boolean): JournalReason {
  if (!isRouted) return "route";
  if (!(error instanceof HttpError)) return "failure";
  if (error.status === 401) return "auth";
  return error.status === 404 ? "rule" : "validation";
}

function describeKeyProblem(request: HttpRequest): string {
  return request.header("x-api-key") === null ? "Missing x-api-key header" : "Invalid x-api-key";
}

function byteLength(text: string): number {
  // A UTF-16 code unit takes at most three bytes.
  return text.length * 3 <= choices.bodyLimitBytes ? text.length : new TextEncoder().encode(text).length;
}
