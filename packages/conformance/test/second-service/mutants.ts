import { computedMutants } from "./computed-mutants.ts";
import { type ConstantChange, type Mutants, toRuleChange } from "./mutant.ts";
import constantMutants from "./mutants.json" with { type: "json" };

const constants = Object.assign({}, ...Object.values(constantMutants)) as Readonly<Record<string, ConstantChange>>;

/** Everything that the service can do wrong, by name. */
export const mutants: Mutants = {
  ...Object.fromEntries(Object.entries(constants).map(([name, change]) => [name, toRuleChange(change)])),
  ...computedMutants,
};
