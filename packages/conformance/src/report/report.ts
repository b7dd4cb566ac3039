import { type Redact, redactionPlaceholder } from "@knowledge-base/internal/secrets";
import { cutText } from "@knowledge-base/internal/texts";
import type { ObservedResponse } from "../run/observed-response.ts";
import { controlTable } from "../target/controls.ts";
import { recordDescriptions } from "../target/records.ts";

/** How reports show the statuses, in this order. */
export const caseStatuses = {
  passed: { label: "passed", symbol: "✓", color: "green" },
  failed: { label: "failed", symbol: "✗", color: "red" },
  differs: { label: "differs", symbol: "≠", color: "yellow" },
  notChecked: { label: "not checked", symbol: "○", color: "gray" },
  error: { label: "not completed", symbol: "!", color: "red" },
} as const;

/**
 * Status of a case:
 *
 * - `passed`: the implementation behaves as the case describes;
 * - `failed`: it violates the specification;
 * - `differs`: it differs from a choice that this project made because the specification leaves it open;
 * - `notChecked`: the target lacks a record, a control or data that the case needs;
 * - `error`: the case wasn't completed, for example because there was no response.
 *
 * @useDeclaredType
 */
export type CaseStatus = keyof typeof caseStatuses;

/** Level of a case: `required` if the specification states the behavior, `choice` if it leaves the behavior open. */
export type CaseLevel = "required" | "choice";

/** A case of the suite, without its result. */
export interface ConformanceCaseInfo {
  /** Group and name of the case, such as `promptIndex.get/pinned-first`. */
  readonly id: string;
  /** The group: an operation, or a subject that concerns all of them. */
  readonly group: string;
  /** The behavior, in the present tense. */
  readonly title: string;
  /** Sections of the specification that require the behavior, or that leave it open, the most important first. */
  readonly sections: readonly string[];
  /** Whether the specification states the behavior or leaves it open. */
  readonly level: CaseLevel;
  /** Everything that the case needs: `write`, and names of records and controls of the target. */
  readonly needs: readonly string[];
}

/** Result of one case. */
export interface ConformanceResult extends ConformanceCaseInfo {
  /** Status of the case. */
  readonly status: CaseStatus;
  /** Observed behavior, or what is missing. Empty if the case passed. */
  readonly message: string;
  /** How long the case took, in milliseconds. */
  readonly duration: number;
  /** Needs that the target lacks: records, controls and `write` by name, or data in words. */
  readonly missing?: readonly string[] | undefined;
  /** Request and response that the message is about, or the last ones of the case, at most three. Only if it didn't pass. */
  readonly exchanges?: readonly Exchange[] | undefined;
  /** Reason for which a deviation is accepted. The case failed, wasn't completed, or has passed unexpectedly. */
  readonly knownDeviation?: string | undefined;
}

/** A request of the suite and its response. Secrets are redacted, and long texts are cut. */
export interface Exchange {
  /** The request. */
  readonly request: {
    /** Method, such as `GET`. */
    readonly method: string;
    /** The whole URL. */
    readonly url: string;
    /** Headers, by name in lower case. */
    readonly headers: Readonly<Record<string, string>>;
    /** At most 4,096 characters of the body. Empty if there is no body. */
    readonly body: string;
  };
  /** The response. */
  readonly response: {
    /** Status. */
    readonly status: number;
    /** Headers that matter for a verdict, by name in lower case. */
    readonly headers: Readonly<Record<string, string>>;
    /** At most 4,096 characters of the body. Empty if there is no body. */
    readonly body: string;
  };
}

/** Something that the target could provide, so that more cases are checked. */
export interface MissingNeed {
  /** What to provide, such as `brainId: a brain`. */
  readonly provide: string;
  /** How many cases lack it. They may lack something else, too. */
  readonly cases: number;
}

/**
 * Conclusion of a run, the first of these that applies:
 *
 * - `interrupted`: the run ended before its last case;
 * - `doesNotConform`: a case failed, and is no known deviation;
 * - `incomplete`: no case passed; a case wasn't completed, and is no known deviation; or the run is strict, and a required case
 *   wasn't checked, or a known deviation passed;
 * - `conforms`: none of these.
 */
export type Conclusion = "interrupted" | "doesNotConform" | "incomplete" | "conforms";

/** Report of a run of the suite. */
export interface ConformanceReport {
  /** Base URL of the implementation. An API key in it is redacted. */
  readonly baseUrl: string;
  /** Whether requests could change records. */
  readonly write: boolean;
  /** Conclusion of the run. */
  readonly conclusion: Conclusion;
  /** Whether the conclusion is `conforms`. */
  readonly conforms: boolean;
  /** Number of cases with each status. */
  readonly counts: Readonly<Record<CaseStatus, number>>;
  /** Set if the run ended early: the case that was running, and why. The cases after it weren't checked. */
  readonly interruption?:
    | {
        /** Id of the case that was running. */
        readonly caseId: string;
        /** Why the run ended. */
        readonly reason: string;
      }
    | undefined;
  /** What to provide so that more cases are checked, in the order of the cases. */
  readonly missingNeeds: readonly MissingNeed[];
  /** Why the records of the setup couldn't be removed or, without a setup, be reset at the end. Undefined if nothing failed. */
  readonly removalProblem?: string | undefined;
  /** Every selected case, in order. */
  readonly results: readonly ConformanceResult[];
}

type Facts = Omit<ConformanceReport, "conclusion" | "conforms" | "counts" | "missingNeeds">;

export function createReport({ baseUrl, write, results, ...ends }: Facts, strict: boolean): ConformanceReport {
  const conclusion = ends.interruption ? "interrupted" : conclude(results, strict);
  return {
    baseUrl,
    write,
    conclusion,
    conforms: conclusion === "conforms",
    counts: countByStatus(results),
    ...ends,
    missingNeeds: listMissingNeeds(results),
    results,
  };
}

export function countByStatus(results: readonly ConformanceResult[]): Record<CaseStatus, number> {
  const counts = { passed: 0, failed: 0, differs: 0, notChecked: 0, error: 0 };
  for (const { status } of results) counts[status] += 1;
  return counts;
}

function conclude(results: readonly ConformanceResult[], strict: boolean): Conclusion {
  const withStatus = (expected: CaseStatus) => results.filter(({ status }) => status === expected);
  const isUnexpected = ({ knownDeviation }: ConformanceResult) => knownDeviation === undefined;
  const passed = withStatus("passed");
  if (withStatus("failed").some(isUnexpected)) return "doesNotConform";
  const isStrictlyComplete =
    passed.every(isUnexpected) && withStatus("notChecked").every(({ level }) => level !== "required");
  const isComplete = passed.length > 0 && !withStatus("error").some(isUnexpected) && (!strict || isStrictlyComplete);
  return isComplete ? "conforms" : "incomplete";
}

function listMissingNeeds(results: readonly ConformanceResult[]): MissingNeed[] {
  const needs = Map.groupBy(
    results.flatMap(({ missing = [] }) => missing),
    (need) => need,
  );
  return Array.from(needs, ([need, { length }]) => ({ provide: describeNeed(need), cases: length }));
}

const descriptions: Readonly<Record<string, string>> = {
  write: "the permission to change these records (--write)",
  ...recordDescriptions,
  ...Object.fromEntries(
    Object.entries(controlTable).map(([name, { does }]) => [name, `a control of a setup that ${does}`]),
  ),
};

/** Describes what to provide: a record, a control, or data in words. */
export function describeNeed(need: string): string {
  return Object.hasOwn(descriptions, need) ? `${need}: ${descriptions[need]}` : need;
}

const maxShownBodyLength = 4096;
const maxShownTextLength = 500;

// Others, such as cookies, may contain secrets.
const shownResponseHeaders = ["allow", "content-encoding", "content-type", "date", "location", "retry-after"];

export function createExchange({ status, headers, text, request, redact }: ObservedResponse): Exchange {
  const show = (shown: string, maxLength = maxShownTextLength) => showText(shown, redact, maxLength);
  const requestHeaders = Array.from(request.headers, ([name, value]): [string, string] => {
    // Also a key that the target doesn't name may be valid.
    const isSecret = name === "authorization" || name === "x-api-key";
    return [name, isSecret && value !== "" ? redactionPlaceholder : show(value)];
  });
  const responseHeaders = Array.from(headers)
    .filter(([name]) => shownResponseHeaders.includes(name))
    .map(([name, value]) => [name, show(value)]);
  return {
    request: {
      method: request.method,
      url: show(request.url.href, maxShownBodyLength),
      headers: Object.fromEntries(requestHeaders),
      body: show(request.body ?? "", maxShownBodyLength),
    },
    response: { status, headers: Object.fromEntries(responseHeaders), body: show(text, maxShownBodyLength) },
  };
}

/** Returns a text for a report: redacted before it is cut, because a secret that is cut wouldn't be found. */
export function showText(text: string, redact: Redact, maxLength = 2000): string {
  return cutText(redact(text), maxLength);
}
