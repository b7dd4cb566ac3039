import { inspect } from "node:util";

/** Outputs of earlier calls, by variable. */
export type Variables = ReadonlyMap<string, unknown>;

/** A placeholder in an input for a part of the output of an earlier call. */
export class Reference {
  /** Variable that stores it. */
  readonly variable: string;
  /** How code refers to it. */
  readonly code: string;
  readonly #read: (value: never) => unknown;

  constructor(variable: string, code = variable, read: (value: never) => unknown = (value) => value) {
    this.variable = variable;
    this.code = code;
    this.#read = read;
  }

  valueIn(variables: Variables): unknown {
    return this.#read(variables.get(this.variable) as never);
  }

  [inspect.custom](): string {
    return this.code;
  }
}

/** Replaces references, at any depth, by the outputs of earlier calls. */
export function resolve(value: unknown, variables: Variables): unknown {
  if (value instanceof Reference) return value.valueIn(variables);
  if (Array.isArray(value)) return value.map((one) => resolve(one, variables));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, resolve(one, variables)]));
}
