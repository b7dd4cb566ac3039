import { TargetError } from "@knowledge-base/conformance";
import type { ViolationName } from "../second-service/violations/violation-name.ts";
import { violations } from "../second-service/violations/violations.ts";
import type { Form } from "./forms.ts";
import { runForm } from "./run-form.ts";

/** What runs against services with one violation each have shown. */
export interface Judgement {
  /** A case failed. */
  readonly found: readonly ViolationName[];
  /** No case failed. */
  readonly unfound: readonly ViolationName[];
  /** The run did not begin. */
  readonly stopped: readonly ViolationName[];
}

/** While one service waits, another can respond. */
const parallelRuns = 3;

/** Runs the suite in a form against one service for each violation. */
export async function judgeViolations(form: Form, names: readonly ViolationName[]): Promise<Judgement> {
  const outcomes = new Map<ViolationName, keyof Judgement>();
  const remaining = names.values();
  const work = async () => {
    for (const name of remaining) outcomes.set(name, await judge(form, name));
  };
  await Promise.all(Array.from({ length: parallelRuns }, work));
  const withOutcome = (outcome: keyof Judgement) => names.filter((name) => outcomes.get(name) === outcome);
  return { found: withOutcome("found"), unfound: withOutcome("unfound"), stopped: withOutcome("stopped") };
}

/** Returns the names of the violations of a section and its subsections. */
export function violationsOf(section: string): ViolationName[] {
  const names = Object.keys(violations) as ViolationName[];
  return names.filter((name) => violations[name].section.split(".")[0] === section);
}

async function judge(form: Form, violation: ViolationName): Promise<keyof Judgement> {
  try {
    const { counts } = await runForm(form, { violations: [violation] });
    return counts.failed > 0 ? "found" : "unfound";
  } catch (error) {
    if (error instanceof TargetError) return "stopped";
    throw error;
  }
}
