import { inspect } from "node:util";

/** What earlier calls gave, by the variable that has it. */
export type Variables = ReadonlyMap<string, unknown>;

/** Stands in an input for something that an earlier call gave. */
export class Reference {
  /** Variable that has it. */
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

/** Puts what earlier calls gave in the place of references, however deep. */
export function resolve(value: unknown, variables: Variables): unknown {
  if (value instanceof Reference) return value.valueIn(variables);
  if (Array.isArray(value)) return value.map((one) => resolve(one, variables));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, resolve(one, variables)]));
}
