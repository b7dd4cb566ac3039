import type { ConformanceCase, ConformanceGroup } from "./conformance-case.ts";
import { operationSpecs } from "./operation-specs.ts";
import type { ConformanceCaseInfo } from "./report.ts";
import { authentication } from "./rules/authentication.ts";
import { brains } from "./rules/brains.ts";
import { errors } from "./rules/errors.ts";
import { organizations } from "./rules/organizations.ts";
import { pages } from "./rules/pages.ts";
import { sentences } from "./specification/sentences.ts";

interface AnySpec {
  readonly success: ConformanceCase;
  readonly errors: Readonly<Record<number, ConformanceCase>>;
  readonly rules: Readonly<Record<string, ConformanceCase>>;
}

const operationGroups = Object.entries<AnySpec>(operationSpecs).map(([id, { success, errors, rules }]) => {
  const group: ConformanceGroup = { title: id, cases: { ...errors, ...rules, success } };
  return [id, group] as const;
});

/** In the order in which they run. */
const groups: Readonly<Record<string, ConformanceGroup>> = {
  authentication,
  errors,
  organizations,
  brains,
  pages,
  ...Object.fromEntries(operationGroups),
};

/** A case with what a report says about it. */
export interface RunnableCase {
  readonly info: ConformanceCaseInfo;
  readonly sentences: ConformanceCase["sentences"];
  readonly run: ConformanceCase["run"];
}

/** Every case of the suite with its function, in the order in which they run. */
export const runnableCases: readonly RunnableCase[] = Object.entries(groups).flatMap(
  ([name, { title: group, cases }]) =>
    Object.entries(cases).map(([key, { title, sentences: ids, level, needs = {}, run }]) => {
      const [section = ""] = ids[0].split("/");
      const texts = ids.map((id) => sentences[id].text);
      const info = { id: `${name}/${key}`, group, title, section, level, sentences: texts, needs };
      return { info, sentences: ids, run };
    }),
);

/** Every case of the suite, in the order in which they run. */
export const conformanceCases: readonly ConformanceCaseInfo[] = runnableCases.map(({ info }) => info);
