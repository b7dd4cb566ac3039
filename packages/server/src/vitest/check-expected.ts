import { contract, type Operation, pathParamNames } from "@knowledge-base/types";
import type { ExpectedRequest } from "./find-requests.ts";

const operations: Readonly<Record<string, Operation>> = contract;

/**
 * Requires that a request as expected can come at all: where it cannot, that it did not come would prove nothing.
 *
 * @throws TypeError where there is no such operation, or it has no such field
 */
export function checkExpected({ operation: id, input }: { readonly [Name in keyof ExpectedRequest]: unknown }): void {
  const operation = typeof id === "string" && Object.hasOwn(operations, id) ? operations[id] : undefined;
  if (!operation) {
    refuse(`there is no operation ${shown(id)}. The operations are ${Object.keys(operations).join(", ")}`);
  }
  if (input === undefined) return;
  if (typeof input !== "object" || input === null) {
    refuse(`the expected input is ${shown(input)}. Give an object of fields, or leave it out`);
  }
  // An asymmetric matcher in the place of all fields.
  if ("asymmetricMatch" in input) return;
  const names = fieldNames(operation);
  const unknown = Object.keys(input).find((name) => !names.includes(name));
  if (unknown !== undefined) {
    refuse(`${operation.id} has no field ${shown(unknown)}. Its fields are ${names.join(", ")}`);
  }
}

/**
 * Requires a number of times that can be.
 *
 * @throws TypeError
 */
export function checkTimes(times: unknown): void {
  if (Number.isInteger(times) && Number(times) >= 0) return;
  refuse(`times is ${shown(times)}. Give a whole number, 0 or more`);
}

function fieldNames({ path, query, body }: Operation): string[] {
  return [...pathParamNames(path), ...[query, body].flatMap((part) => Object.keys(part?._zod.def.shape ?? {}))];
}

function refuse(problem: string): never {
  throw new TypeError(`Failed to look for requests: ${problem}.`);
}

function shown(value: unknown): string {
  if (typeof value === "object" && value !== null) return Array.isArray(value) ? "an array" : "an object";
  return typeof value === "string" ? JSON.stringify(value) : String(value);
}
