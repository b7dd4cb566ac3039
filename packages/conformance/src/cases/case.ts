import { contract, type OperationId } from "@knowledge-base/types";
import type { CaseLevel, ConformanceCaseInfo } from "../report/report.ts";
import type { Service } from "../run/service.ts";
import type { ActionName, TargetActions } from "../target/actions.ts";
import type { RecordName } from "../target/records.ts";

const operationIds = Object.keys(contract) as OperationId[];

export const readOperations = operationIds.filter((id) => contract[id].method === "GET");
export const writeOperations = operationIds.filter((id) => contract[id].method !== "GET");

/** Something that a case needs: the permission to write, the id of a record, or an action. */
export type Need = "write" | RecordName | ActionName;

/** The ids and the actions that a case needs, by name. */
export type Given<Needed extends Need> = { readonly [Name in Extract<Needed, RecordName>]: string } & {
  readonly [Name in Extract<Needed, ActionName>]: NonNullable<TargetActions[Name]>;
};

type Run<Needed extends Need> = (service: Service, given: Given<Needed>) => Promise<unknown>;

/** Checks one behavior of an implementation. It isn't run if one of its needs is missing. */
export interface ConformanceCase extends ConformanceCaseInfo {
  readonly needs: readonly Need[];
  /** Rejects with a `CaseFailedError` or a `NotCheckedError`. Anything else that it rejects with is an error of the case. */
  readonly run: Run<Need>;
}

/** A case that has no group and no name yet. */
export type NewCase = Omit<ConformanceCase, "id" | "group">;

/**
 * Returns the cases of a group as they are written, which is the order in which they run: if the target has no reset, a case gets the
 * records as the earlier ones have left them. No name is a number, because JavaScript moves such keys to the front.
 */
export function casesOf(group: string, cases: Readonly<Record<string, NewCase>>): ConformanceCase[] {
  return Object.entries(cases).map(([name, one]) => ({ id: `${group}/${name}`, group, ...one }));
}

/** Returns the description of a case or a rule, without its functions. */
export function infoOf({ id, group, title, sections, level, needs }: ConformanceCaseInfo): ConformanceCaseInfo {
  return { id, group, title, sections, level, needs };
}

// Defines a case. `more` is what it needs besides the common needs.
interface DefineCase<Common extends Need> {
  (title: string, run: Run<Common>): NewCase;
  <More extends Need>(title: string, more: readonly More[], run: Run<Common | More>): NewCase;
}

/** Returns functions that define cases about the same sections of the specification, with common needs. */
export function casesAbout<Common extends Need = never>(about: {
  readonly sections: readonly string[];
  readonly needs?: readonly Common[];
}) {
  const { sections, needs: common = [] } = about;
  const define =
    (level: CaseLevel): DefineCase<Common> =>
    (title: string, ...rest: [Run<Need>] | [readonly Need[], Run<Need>]) => {
      const [more, run] = rest.length === 1 ? [[], rest[0]] : rest;
      return { title, sections, level, needs: [...common, ...more], run };
    };
  return { required: define("required"), choice: define("choice") };
}
