import type { OperationName, Reply, ServiceRequest } from "./requests.ts";
import { type PresentedRecords, type Rules, specifiedRules } from "./rules.ts";

/** Replaces some rules. A function receives the rules before the change, and is called once for each service. */
export type RuleChange = Partial<Rules> | ((rules: Rules) => Partial<Rules>);

/** One way to violate the specification. */
export interface Mutant {
  /** The section of the specification. */
  readonly section: string;
  readonly change: RuleChange;
}

/** Returns mutants that violate a section of the specification. */
export function inSection<N extends string>(
  section: string,
  changes: Readonly<Record<N, RuleChange>>,
): Readonly<Record<N, Mutant>> {
  return mapValues(changes, (change) => ({ section, change }));
}

/** Returns changes to the fields of a record in responses. `undefined` leaves a field out. */
export function fieldsOf<R extends keyof PresentedRecords, N extends string>(
  record: R,
  changes: Readonly<Record<N, object | ((record: PresentedRecords[R], request: ServiceRequest) => object)>>,
): Readonly<Record<N, RuleChange>> {
  return mapValues(changes, (change) => ({ present }) => {
    const presentChanged = (original: PresentedRecords[R], request: ServiceRequest) => ({
      ...present[record](original, request),
      ...(typeof change === "function" ? change(original, request) : change),
    });
    return { present: { ...present, [record]: presentChanged } };
  });
}

/** Replaces parts of the responses of an operation, or of all, with a status. */
export function changeReplies(
  operation: OperationName | "all",
  status: number | "any",
  change: Partial<Reply> | ((reply: Reply, request: ServiceRequest) => Partial<Reply> | Promise<Partial<Reply>>),
): RuleChange {
  return (rules) => ({
    reply: async (reply, request) => {
      const original = await rules.reply(reply, request);
      if (operation !== "all" && operation !== request.operation) return original;
      if (status !== "any" && status !== original.status) return original;
      return { ...original, ...(typeof change === "function" ? await change(original, request) : change) };
    },
  });
}

type SqlRule = { [N in keyof Rules]: Rules[N] extends string ? N : never }[keyof Rules];

/** Adds SQL to a rule: a statement after a semicolon, or a condition. */
export function append(rule: SqlRule, sql: string): RuleChange {
  return (rules) => ({ [rule]: rules[rule] + sql });
}

/** Replaces a part of the SQL of a rule. */
export function replace(rule: SqlRule, part: string | RegExp, sql: string): RuleChange {
  return (rules) => ({ [rule]: rules[rule].replace(part, sql) });
}

/** Returns the rules of the specification with changes, one after another. */
export function changeRules(changes: readonly RuleChange[]): Rules {
  return changes.reduce<Rules>(
    (rules, change) => ({ ...rules, ...(typeof change === "function" ? change(rules) : change) }),
    specifiedRules,
  );
}

function mapValues<N extends string, V, W>(
  values: Readonly<Record<N, V>>,
  map: (value: V) => W,
): Readonly<Record<N, W>> {
  const entries = Object.entries<V>(values).map(([name, value]) => [name, map(value)]);
  return Object.fromEntries(entries);
}
