import { createKeyRedactor, type KnownKeys } from "../redaction.ts";
import { isFields } from "./fields.ts";
import { completeUnvalidated, unrelatedContext } from "./record-defaults.ts";
import { redactProblems } from "./redact-problems.ts";
import { StateError } from "./state-error.ts";

/**
 * Loads a state. If it is invalid, its own API keys and those that are known are redacted in the problems: a field of the state
 * may have the name of a key.
 *
 * @throws {@link StateError}
 */
export function redactStateErrors<Output>(state: unknown, knownKeys: KnownKeys, load: () => Output): Output {
  try {
    return load();
  } catch (error) {
    if (!(error instanceof StateError)) throw error;
    const hideOwn = createKeyRedactor(readKeys(state));
    const hideKnown = createKeyRedactor(knownKeys);
    throw new StateError(
      redactProblems(error.problems, (text) => hideKnown(hideOwn(text))),
      error.problemCount,
    );
  }
}

/** Returns the API keys of a state that may be invalid. */
function readKeys(state: unknown): ReadonlySet<string> {
  const { apiKeys } = isFields(state) ? state : {};
  const keys = new Set<string>();
  for (const record of Array.isArray(apiKeys) ? apiKeys : []) {
    const completed = completeUnvalidated("apiKeys", record, unrelatedContext);
    if (isFields(completed) && typeof completed["key"] === "string") keys.add(completed["key"]);
  }
  return keys;
}
