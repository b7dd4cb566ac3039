import { contract, type Operation, type OperationId } from "@knowledge-base/types";
import { pathParamNames } from "@knowledge-base/types/internal";

/** A request that a test expects. */
export interface ExpectedRequest {
  readonly operation: OperationId;
  readonly input: Readonly<Record<string, unknown>> | undefined;
  /** Whether the request has any response, or was executed with a response that has a status from 200 to 299. */
  readonly outcome: "received" | "succeeded";
}

const operations: Readonly<Record<string, Operation>> = contract;

/**
 * Checks that an expected request is possible. A negated assertion about an impossible request would always pass.
 *
 * @throws TypeError if there is no such operation, or it has no such field
 */
export function checkExpectedRequest({
  operation: id,
  input,
}: { readonly [Name in "operation" | "input"]: unknown }): void {
  const operation = typeof id === "string" && Object.hasOwn(operations, id) ? operations[id] : undefined;
  if (!operation) {
    throwTypeError(`there is no operation ${format(id)}. The operations are ${Object.keys(operations).join(", ")}`);
  }
  if (input === undefined) return;
  if (typeof input !== "object" || input === null) {
    throwTypeError(`the expected input is ${format(input)}. Pass an object of fields, or omit it`);
  }
  if (isAsymmetricMatcher(input)) return;
  const names = fieldNames(operation);
  const unknown = Object.keys(input).find((name) => !names.includes(name));
  if (unknown !== undefined) {
    throwTypeError(`${operation.id} has no field ${format(unknown)}. Its fields are ${names.join(", ")}`);
  }
}

/** Checks whether an expected input is one asymmetric matcher for all fields. */
export function isAsymmetricMatcher(input: object): boolean {
  return "asymmetricMatch" in input;
}

/**
 * Checks an expected number of requests.
 *
 * @throws TypeError if it is not a whole number, 0 or more
 */
export function checkTimes(times: unknown): void {
  if (Number.isInteger(times) && Number(times) >= 0) return;
  throwTypeError(`times is ${format(times)}. Use a whole number, 0 or more`);
}

const maxSteps = 100;

/**
 * Reads the requests that are expected in an order.
 *
 * @throws TypeError if they are not an array with 1 to 100 operations or objects, or one of them is impossible
 */
export function readSteps(steps: unknown): ExpectedRequest[] {
  if (!Array.isArray(steps) || steps.length === 0 || steps.length > maxSteps) {
    throwTypeError(`the expected requests are ${format(steps)}. Pass an array of 1 to ${maxSteps} requests`);
  }
  return steps.map((step: unknown): ExpectedRequest => {
    const isObject = typeof step === "object" && step !== null;
    const { operation, input, ...others } = (isObject ? step : { operation: step }) as Record<string, unknown>;
    const [unknown] = Object.keys(others);
    if (unknown !== undefined) {
      throwTypeError(`an expected request has the field ${format(unknown)}. Its fields are operation, input`);
    }
    checkExpectedRequest({ operation, input });
    return { operation, input, outcome: "received" } as ExpectedRequest;
  });
}

function fieldNames({ path, query, body }: Operation): string[] {
  return [...pathParamNames(path), ...[query, body].flatMap((part) => Object.keys(part?._zod.def.shape ?? {}))];
}

function throwTypeError(problem: string): never {
  throw new TypeError(`Failed to look for requests: ${problem}.`);
}

function format(value: unknown): string {
  if (typeof value === "object" && value !== null) return Array.isArray(value) ? "an array" : "an object";
  return typeof value === "string" ? JSON.stringify(value) : String(value);
}
