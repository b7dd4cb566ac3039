import { fieldsOf } from "@knowledge-base/internal/json";
import type { ErrorBody, OperationId, Output } from "@knowledge-base/types";
import { type Reply, type Rules, type ServiceRequest, specifiedRules } from "./rules.ts";
import type { Values, WithDates } from "./schema.ts";

/** Replaces some rules. A function receives the rules before the change, and is called once for each service. */
export type RuleChange = Partial<Rules> | ((rules: Rules) => Partial<Rules>);

/** Changes by name. */
export type RuleChanges = Readonly<Record<string, RuleChange>>;

type FunctionRule = {
  [N in keyof Rules]: Rules[N] extends (...parameters: never[]) => unknown ? N : never;
}[keyof Rules];

// Which responses change: those of all requests, the successful ones of an operation, or those with an error.
type Place = OperationId | "all" | "error";

// What a response shows: an object, each object of a list, or an error.
type Shown<In extends Place> = In extends OperationId
  ? WithDates<Output<In> extends readonly (infer Item)[] ? Item : Output<In>>
  : Omit<ErrorBody, "timestamp"> & { readonly timestamp: Date };

// A new rule, or a text that is appended to the rule, or that replaces the first occurrence of another one.
type NewRule =
  | string
  | number
  | boolean
  | { readonly append: string }
  | { readonly replace: string; readonly by: string };
type NewRules = Readonly<Partial<Record<keyof Rules, NewRule>>>;

/** New rules by name, or what changes in responses or in new records. */
type ConstantChange =
  | { readonly rules: NewRules }
  | { readonly responses: OperationId | "all"; readonly status: number; readonly reply: Partial<Reply> }
  | { readonly responses: Place; readonly fields?: object; readonly without?: readonly string[] }
  | { readonly headers: Reply["headers"] }
  | { readonly newRecords: string; readonly fields: Values };

/** Returns the changes of a table of constants, which are in groups. */
export function toRuleChanges(groups: object): RuleChanges {
  const changes: Readonly<Record<string, ConstantChange>> = Object.assign({}, ...Object.values(groups));
  return Object.fromEntries(Object.entries(changes).map(([name, change]) => [name, toRuleChange(change)]));
}

function toRuleChange(change: ConstantChange): RuleChange {
  if ("reply" in change) return changeReplies(change.responses, change.status, change.reply);
  if ("headers" in change)
    return changeReplies("all", "any", ({ headers }) => ({ headers: { ...headers, ...change.headers } }));
  if ("newRecords" in change) return changeRecords(change.newRecords, change.fields);
  if ("rules" in change) return (rules) => changeConstants(rules, change.rules);
  const absent = (change.without ?? []).map((name) => [name, undefined]);
  return changeShown(change.responses, (shown) => ({ ...fillIn(change.fields, shown), ...Object.fromEntries(absent) }));
}

// In a text, `$` and the name of a field stand for its value.
function fillIn(fields: object = {}, shown: object): object {
  const values = fieldsOf(shown);
  const fill = (text: unknown) =>
    typeof text === "string" ? text.replaceAll(/\$(\w+)/g, (_, name) => String(values[name])) : text;
  return Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, fill(value)]));
}

function changeConstants(rules: Rules, newRules: NewRules): Partial<Rules> {
  const changed = Object.entries(newRules).map(([name, to]) => {
    if (typeof to !== "object") return [name, to];
    const rule = String(rules[name as keyof Rules]);
    if ("append" in to) return [name, rule + to.append];
    if (!rule.includes(to.replace)) throw new Error(`The rule ${name} doesn't contain ${to.replace}`);
    return [name, rule.replace(to.replace, to.by)];
  });
  return Object.fromEntries(changed);
}

/** Changes columns of the new records of a table. */
export function changeRecords(changed: string, fields: Values): RuleChange {
  return { newRecord: (table, columns) => ({ ...columns, ...(table === changed && fields) }) };
}

/** Returns mutants that replace a function. The new one gets the specified function before its other parameters. */
export function changeFunction<R extends FunctionRule>(
  rule: R,
  changes: Readonly<Record<string, (specified: Rules[R], ...parameters: Parameters<Rules[R]>) => ReturnType<Rules[R]>>>,
): RuleChanges {
  const replace = (change: (typeof changes)[string]) => (rules: Rules) => ({
    [rule]: (...parameters: Parameters<Rules[R]>) => change(rules[rule], ...parameters),
  });
  return Object.fromEntries(Object.entries(changes).map(([name, change]) => [name, replace(change)]));
}

/** Returns mutants that change fields of what an operation returns, or of errors. `undefined` leaves a field out. */
export function changeFields<In extends Place>(
  where: In,
  changes: Readonly<Record<string, (shown: Shown<In>, request: ServiceRequest) => object>>,
): RuleChanges {
  return Object.fromEntries(Object.entries(changes).map(([name, change]) => [name, changeShown(where, change)]));
}

function changeShown<In extends Place>(
  where: In,
  change: (shown: Shown<In>, request: ServiceRequest) => object,
): RuleChange {
  return changeReplies("all", "any", ({ status, value }, request) => {
    if (where !== (status < 400 ? request.operation : "error")) return {};
    const changeOne = (shown: Shown<In>) => ({ ...shown, ...change(shown, request) });
    return { value: Array.isArray(value) ? value.map(changeOne) : changeOne(value as Shown<In>) };
  });
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
