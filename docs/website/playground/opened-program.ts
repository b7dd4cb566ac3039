import { decodeProgram } from "./program-link.ts";
import type { GivenName } from "./provided-names.ts";
import { samples } from "./samples.ts";

/** A program before the reader changed it. */
export interface OpenedProgram {
  /** Fragment of its URL, without `#`. */
  readonly fragment: string;
  /** Id of the sample; undefined for a program from a link. */
  readonly sample: string | undefined;
  readonly code: string;
  readonly given: readonly GivenName[];
}

/**
 * Returns the program that the fragment of a URL contains or names, or the first sample.
 *
 * @throws Error if the fragment is that of a program but cannot be read
 */
export function findProgram(fragment: string): OpenedProgram {
  const linked = decodeProgram(fragment);
  if (linked) return { fragment, sample: undefined, ...linked };
  const sample = samples.find(({ id }) => id === fragment) ?? samples[0];
  if (!sample) throw new Error("There are no samples.");
  return { fragment: sample.id, sample: sample.id, code: sample.code, given: ["kb", "server"] };
}
