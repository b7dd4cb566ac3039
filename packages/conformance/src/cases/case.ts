import type { Service } from "../run/service.ts";
import type { ControlName, TargetControls } from "../target/controls.ts";
import type { RecordName } from "../target/records.ts";

/** Something that a case needs: the permission to write, the id of a record, or a control. */
export type Need = "write" | RecordName | ControlName;

/** The ids and the controls that a case needs, by name. */
export type Given<Needed extends Need> = { readonly [Name in Extract<Needed, RecordName>]: string } & {
  readonly [Name in Extract<Needed, ControlName>]: NonNullable<TargetControls[Name]>;
};

/** Level of a case: `required` if the specification states the behavior, `choice` if it leaves the behavior open. */
export type CaseLevel = "required" | "choice";

/** Checks one behavior of an implementation. */
export interface ConformanceCase {
  /** The behavior, in the present tense. */
  readonly title: string;
  /** Sections of the specification that require the behavior, or that leave it open. */
  readonly sections: readonly string[];
  readonly level: CaseLevel;
  /** Everything that the case needs. It isn't run if one of them is missing. */
  readonly needs: readonly Need[];
  /** Rejects with a `CaseFailedError` or a `NotCheckedError`. Anything else that it rejects with is an error of the case. */
  readonly run: (service: Service, given: Given<Need>) => Promise<unknown>;
}

/** Cases by name, in the order in which they run. */
export type Cases = Readonly<Record<string, ConformanceCase>>;

/**
 * Returns functions that define cases about the same sections of the specification.
 *
 * @param common - what all of these cases need
 */
export function casesAbout<const Common extends readonly Need[]>(sections: string, ...common: Common) {
  const define =
    (level: CaseLevel) =>
    <const More extends readonly Need[]>(
      title: string,
      more: More,
      run: (service: Service, given: Given<Common[number] | More[number]>) => Promise<unknown>,
    ): ConformanceCase => ({ title, sections: sections.split(" "), level, needs: [...common, ...more], run });
  return { required: define("required"), choice: define("choice") };
}
