import type { ConformanceCase, ConformanceGroup } from "./conformance-case.ts";
import { operationSpecs } from "./operation-specs.ts";
import { authentication } from "./rules/authentication.ts";
import { errors } from "./rules/errors.ts";
import { organizations } from "./rules/organizations.ts";

interface AnySpec {
  readonly success: ConformanceCase;
  readonly errors: Readonly<Record<number, ConformanceCase>>;
  readonly rules: Readonly<Record<string, ConformanceCase>>;
}

const operationGroups = Object.entries<AnySpec>(operationSpecs).map(([id, { success, errors, rules }]) => {
  const group: ConformanceGroup = { title: id, cases: { ...errors, ...rules, success } };
  return [id, group] as const;
});

/** Every case of the suite, by group, in the order in which they run. */
export const conformanceGroups: Readonly<Record<string, ConformanceGroup>> = {
  authentication,
  errors,
  organizations,
  ...Object.fromEntries(operationGroups),
};
