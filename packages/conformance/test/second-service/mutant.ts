import type { ErrorBody, OperationId, Output } from "@knowledge-base/types";
import { type Reply, type Rules, type ServiceRequest, specifiedRules } from "./rules.ts";
import type { WithDates } from "./schema.ts";

/** Replaces some rules. A function receives the rules before the change, and is called once for each service. */
export type RuleChange = Partial<Rules> | ((rules: Rules) => Partial<Rules>);

/** Ways to violate the specification, by name. */
export type Mutants = Readonly<Record<string, RuleChange>>;

type RuleOf<T> = { [N in keyof Rules]: Rules[N] extends T ? N : never }[keyof Rules];
type FunctionRule = RuleOf<(...parameters: never[]) => unknown>;

// What a response shows: an object, each object of a list, or an error.
type Shown<Id extends OperationId | "error"> = Id extends OperationId
  ? WithDates<Output<Id> extends readonly (infer Item)[] ? Item : Output<Id>>
  : Omit<ErrorBody, "timestamp"> & { readonly timestamp: Date };

function toMutants<T>(table: Readonly<Record<string, T>>, toChange: (value: T) => RuleChange): Mutants {
  return Object.fromEntries(Object.entries(table).map(([name, value]) => [name, toChange(value)]));
}

/** Returns mutants that replace a rule in SQL. A text that begins with a space or a semicolon is added to the rule. */
export function changeSql(
  rule: RuleOf<string>,
  changes: Readonly<Record<string, string | ((specified: string) => string)>>,
): Mutants {
  return toMutants(changes, (change) => (rules) => {
    const sql = typeof change === "function" ? change(rules[rule]) : change;
    return { [rule]: /^[ ;]/.test(sql) ? rules[rule] + sql : sql };
  });
}

/** Returns mutants that replace a function. The new one gets the specified function before its other parameters. */
export function changeFunction<R extends FunctionRule>(
  rule: R,
  changes: Readonly<Record<string, (specified: Rules[R], ...parameters: Parameters<Rules[R]>) => ReturnType<Rules[R]>>>,
): Mutants {
  return toMutants(changes, (change) => (rules) => ({
    [rule]: (...parameters: Parameters<Rules[R]>) => change(rules[rule], ...parameters),
  }));
}

/** Returns mutants that change fields of what an operation returns, or of errors. `undefined` leaves a field out. */
export function changeFields<Id extends OperationId | "error">(
  where: Id,
  changes: Readonly<Record<string, object | ((shown: Shown<Id>, request: ServiceRequest) => object)>>,
): Mutants {
  return toMutants(changes, (change) =>
    changeReplies("all", "any", ({ status, value }, request) => {
      if (where !== (status < 400 ? request.operation : "error")) return {};
      const changeShown = (shown: Shown<Id>) => ({
        ...shown,
        ...(typeof change === "function" ? change(shown, request) : change),
      });
      return { value: Array.isArray(value) ? value.map(changeShown) : changeShown(value as Shown<Id>) };
    }),
  );
}

/** Replaces parts of the responses of an operation, or of all, with a status. */
export function changeReplies(
  operation: OperationId | "all",
  status: number | "any",
  change: Partial<Reply> | ((reply: Reply, request: ServiceRequest) => Partial<Reply> | Promise<Partial<Reply>>),
): (rules: Rules) => Partial<Rules> {
  return (rules) => ({
    reply: async (reply, request) => {
      const original = await rules.reply(reply, request);
      if (operation !== "all" && operation !== request.operation) return original;
      if (status !== "any" && status !== original.status) return original;
      return { ...original, ...(typeof change === "function" ? await change(original, request) : change) };
    },
  });
}

/** Returns the rules of the specification with changes, one after another. */
export function changeRules(changes: readonly RuleChange[]): Rules {
  const rules = { ...specifiedRules };
  for (const change of changes) Object.assign(rules, typeof change === "function" ? change({ ...rules }) : change);
  return rules;
}
