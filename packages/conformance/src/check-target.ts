import type { ConformanceOptions } from "./conformance-options.ts";
import { booleanCheck, functionCheck, millisecondsCheck, objectCheck, textCheck } from "./field-checks.ts";
import { longestTimeoutMs, recordChecks, type Target, type TargetControls, type TargetRecords } from "./target.ts";
import { TargetError } from "./target-error.ts";

/** Tells what is wrong with the ids of records. */
export const checkRecords = objectCheck<TargetRecords>(recordChecks);

const checkTargetFields = objectCheck<Target>(
  {
    baseUrl: textCheck,
    apiKey: textCheck,
    fetch: functionCheck,
    records: checkRecords,
    write: booleanCheck,
    reset: functionCheck,
    controls: objectCheck<TargetControls>({
      restorePage: functionCheck,
      approveOAuth: functionCheck,
      confirmOAuth: functionCheck,
      advanceClock: functionCheck,
      notify: functionCheck,
    }),
    timeout: millisecondsCheck(longestTimeoutMs),
  },
  ["baseUrl", "apiKey"],
);

const checkOptionFields = objectCheck<ConformanceOptions>({ onResult: functionCheck, filter: functionCheck });

/**
 * Checks that a target can be used, as far as it can be told before anything is sent.
 *
 * @throws {@link TargetError}
 */
export function checkTarget(target: Target): void {
  refuseAny(checkTargetFields("target", target));
  const { baseUrl, apiKey } = target;
  const url = URL.canParse(baseUrl) ? new URL(baseUrl) : undefined;
  const isPlain = !/[?#]/.test(baseUrl) && url?.username === "" && url.password === "";
  if (!url || !/^https?:$/.test(url.protocol) || !isPlain) {
    refuse("the base URL must begin with https:// or http://, without a user, a query and a fragment.");
  }
  if (!/^[\x21-\x7e]+$/.test(apiKey)) refuse("the API key must be one or more visible ASCII characters.");
}

/**
 * Checks that the options of a run can be used.
 *
 * @throws {@link TargetError}
 */
export function checkOptions(options: ConformanceOptions): void {
  refuseAny(checkOptionFields("options", options));
}

function refuseAny(problems: readonly string[]): void {
  if (problems.length > 0) refuse(`${problems.join("; ")}.`);
}

function refuse(problem: string): never {
  throw new TargetError("invalid_target", problem);
}
