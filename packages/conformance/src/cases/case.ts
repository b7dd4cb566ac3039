import type { CaseLevel, ConformanceCaseInfo } from "../report/report.ts";
import type { Service } from "../run/service.ts";
import type { ControlName, TargetControls } from "../target/controls.ts";
import type { RecordName } from "../target/records.ts";

/** Something that a case needs: the permission to write, the id of a record, or a control. */
export type Need = "write" | RecordName | ControlName;

/** The ids and the controls that a case needs, by name. */
export type Given<Needed extends Need> = { readonly [Name in Extract<Needed, RecordName>]: string } & {
  readonly [Name in Extract<Needed, ControlName>]: NonNullable<TargetControls[Name]>;
};

type Run<Needed extends Need> = (service: Service, given: Given<Needed>) => Promise<unknown>;

/** Checks one behavior of an implementation. It isn't run if one of its needs is missing. */
export interface ConformanceCase extends Omit<ConformanceCaseInfo, "id" | "group"> {
  readonly needs: readonly Need[];
  /** Rejects with a `CaseFailedError` or a `NotCheckedError`. Anything else that it rejects with is an error of the case. */
  readonly run: Run<Need>;
}

/**
 * Cases by name, in the order in which they run. If the target has no reset, a case gets the records as the earlier ones have left
 * them. No name is a number, because JavaScript moves such keys to the front.
 */
export type Cases = Readonly<Record<string, ConformanceCase>>;

// Defines a case. `more` is what it needs besides the common needs.
interface DefineCase<Common extends Need> {
  (title: string, run: Run<Common>): ConformanceCase;
  <More extends Need>(title: string, more: readonly More[], run: Run<Common | More>): ConformanceCase;
}

interface CommonInfo<Common extends Need> {
  readonly sections: readonly string[];
  readonly needs?: readonly Common[];
}

/** Returns functions that define cases about the same sections of the specification, with common needs. */
export function casesAbout<Common extends Need = never>({ sections, needs: common = [] }: CommonInfo<Common>) {
  const define =
    (level: CaseLevel): DefineCase<Common> =>
    (title: string, ...rest: [Run<Need>] | [readonly Need[], Run<Need>]) => {
      const create = (more: readonly Need[], run: Run<Need>) => {
        return { title, sections, level, needs: [...common, ...more], run };
      };
      return rest.length === 1 ? create([], rest[0]) : create(...rest);
    };
  return { required: define("required"), choice: define("choice") };
}
