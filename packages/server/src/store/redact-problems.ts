import { choices } from "../choices.ts";
import { shorten } from "../truncate.ts";
import type { StateProblem } from "./state-error.ts";

/** Redacts keys in problems, and then cuts their texts to the length that an error shows. */
export function redactProblems(
  problems: readonly StateProblem[],
  redact: (text: string) => string,
): readonly StateProblem[] {
  const limit = choices.problemTextLength;
  return problems.map(({ path, message }) => ({
    path: shorten(redact(path), limit),
    message: shorten(redact(message), limit),
  }));
}
