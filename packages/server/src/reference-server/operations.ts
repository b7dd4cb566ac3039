import { createMark } from "@knowledge-base/internal/create-mark";
import { showName, showValue } from "@knowledge-base/internal/texts";
import { pathParamNames, replacePathParams } from "@knowledge-base/internal/url";
import type { contract, InputOf, Operation, OperationId } from "@knowledge-base/types";
import { formatIssue, isOperation, parse } from "@knowledge-base/types/internal";
import { copyPlain } from "../basics/values.ts";
import { executeAction } from "../control/action.ts";
import { bindGroups, type OrganizationControl, organizationGroups } from "../control/groups.ts";
import { type Endpoint, fail, type ParsedInput, type RequestFailures } from "../http/endpoint.ts";
import { bindingsUnbind, bindingsUpdate, channelsList, oauthStart } from "../messaging/messaging-operations.ts";
import { pagesArchive, promptIndexGet } from "../pages/page-operations.ts";
import type { Clock } from "../test-tools/clock.ts";

// All operations of the contract.
const serviceEndpoints: { readonly [Id in OperationId]: Endpoint<(typeof contract)[Id]> } = {
  "bindings.update": bindingsUpdate,
  "pages.archive": pagesArchive,
  "channels.list": channelsList,
  "promptIndex.get": promptIndexGet,
  "oauth.start": oauthStart,
  "bindings.unbind": bindingsUnbind,
};

/** Arguments of the handler of a custom operation. */
export interface OperationContext<Input> {
  /** Path parameters, query parameters and body fields in one object, parsed by their schemas. */
  readonly input: Input;
  /**
   * The controls of the caller's organization. If one of them throws a {@link ControlError}, the response has status 404 for
   * `not_found`, and 400 for every other code.
   */
  readonly control: OrganizationControl;
  /** The clock of the organization. */
  readonly clock: Clock;
  /** Creates ids, such as `ids.next("export")`: the same ones in each run with the same random seed. */
  readonly ids: {
    /** Returns an id of 16 random characters after a prefix, such as `export_4k2v9x0c7m1q8z5t`. It never looks whether a record has it. */
    next(prefix: string): string;
  };
  /** Base URL to which the request was sent. */
  readonly baseUrl: string;
  /** Functions that reject the request. */
  readonly fail: RequestFailures;
}

/** A custom operation with its handler, for the option `operations` of a server. */
export interface Implementation {
  /** The declaration of the operation. */
  readonly operation: Operation;
}

/**
 * A value with any text in place of an enum, as records have: the compiler doesn't know their texts. The schema checks the response.
 *
 * @inline
 */
type Wide<Value> = Value extends string
  ? string
  : Value extends object
    ? { readonly [Name in keyof Value]: Wide<Value[Name]> }
    : Value;

// The body of a successful response, before the schema of the operation has parsed it.
type Reply<AnyOperation extends Operation> = Wide<InputOf<AnyOperation["success"]["schema"]>>;

const mark = createMark("server/implementation");

/**
 * Implements a custom operation. A server treats it like an operation of the service: key and input are checked, and faults, journal,
 * matchers and handlers of msw include it.
 *
 * The handler returns the body of the response. If the schema of the operation rejects it, or the handler throws anything but a
 * {@link ControlError} and what `fail` throws, the response has status 500, and the journal has the reason. A handler is no
 * transaction: what it has changed before it fails stays.
 *
 * @param operation - what `defineOperation` has returned
 * @throws TypeError if the operation wasn't defined, or the handler is no function
 *
 * @example
 * ```ts
 * import { createReferenceServer, implement } from "@knowledge-base/server";
 * import { defineOperation, pageSchema } from "@knowledge-base/types";
 *
 * const restorePage = defineOperation({
 *   id: "pages.restore",
 *   summary: "Restore a page",
 *   method: "POST",
 *   path: "/v1/brains/{brainId}/pages/{slug}/restore",
 *   success: { status: 201, schema: pageSchema },
 *   errors: [401, 404],
 *   idempotency: "idempotent",
 * });
 * const server = createReferenceServer({
 *   operations: [implement(restorePage, ({ input, control }) => control.pages.restore(input))],
 * });
 * ```
 *
 * @see [Custom operations and drift](../../../../docs/guides/custom-operations-and-drift.md)
 */
export function implement<const AnyOperation extends Operation>(
  operation: AnyOperation,
  handler: (
    context: OperationContext<ParsedInput<AnyOperation>>,
  ) => Reply<AnyOperation> | PromiseLike<Reply<AnyOperation>>,
): Implementation {
  if (!isOperation(operation))
    throw new TypeError("Failed to implement an operation: it is not one that defineOperation has returned.");
  const { id, success } = operation;
  if (typeof handler !== "function") {
    throw new TypeError(
      `Failed to implement ${showName(id)}: the handler must be a function (got ${showValue(handler)}).`,
    );
  }
  const endpoint: Endpoint = {
    operation,
    // The handler may change its input. What was sent stays as it was.
    parse: (schema, value) => parse(schema, copyPlain(value)),
    handle({ input, organization, changes, store, baseUrl }) {
      const { clock, ids } = organization.tools;
      const caller = { changes, findScope: () => organization };
      const control = bindGroups(organizationGroups, (action, given) => executeAction(action, given, store, caller));
      const next = (prefix: string) => changes.makeAndReport(() => ids.next(prefix));
      return handler({ input, control, clock, ids: { next }, baseUrl, fail });
    },
    async write(output) {
      const validation = await parse(success.schema, output);
      if (validation.ok) return JSON.stringify(output) ?? "";
      const problems = validation.issues.map((issue) => formatIssue(issue, "the output"));
      throw new TypeError(`the handler of ${id} has returned what its schema rejects: ${problems.join("; ")}`);
    },
  };
  return mark.addTo(endpoint);
}

/** Returns whether a value was returned by {@link implement}. */
export function isImplementation(value: unknown): value is Endpoint {
  return mark.isOn(value);
}

/**
 * Returns the endpoints of all operations: of the contract, then of custom ones.
 *
 * @throws TypeError if an id or a route is taken, or the server can't match a path
 */
export function listEndpoints(custom: readonly Implementation[]): readonly Endpoint[] {
  const all: Endpoint[] = Object.values(serviceEndpoints);
  for (const [index, endpoint] of (custom as readonly Endpoint[]).entries()) {
    const problem = findProblem(endpoint.operation, all);
    if (problem !== undefined) {
      const { id } = endpoint.operation;
      throw new TypeError(`Failed to create a server: operations[${index}], ${showName(id)}: ${problem}.`);
    }
    all.push(endpoint);
  }
  return all;
}

function findProblem({ id, method, path }: Operation, others: readonly Endpoint[]): string | undefined {
  if (others.some(({ operation }) => operation.id === id)) return "another operation has this id";
  if (!path.startsWith("/v1/")) return `its path must begin with /v1/ (got ${showValue(path)})`;
  const segments = withoutNames(path).split("/");
  if (segments.some((segment) => segment.includes("{}") && segment !== "{}"))
    return `each parameter of its path must be a whole segment (got ${showValue(path)})`;
  if (pathParamNames(path).includes("__proto__")) return "a parameter of its path must not be __proto__";
  const route = routeOf(method, path);
  const other = others.find(({ operation }) => routeOf(operation.method, operation.path) === route);
  return other && `${other.operation.id} has the same route, ${method} ${other.operation.path}`;
}

// Returns what two operations that match the same requests have in common.
function routeOf(method: string, path: string): string {
  return `${method} ${withoutNames(path)}`;
}

function withoutNames(path: string): string {
  return replacePathParams(path, () => "{}");
}
