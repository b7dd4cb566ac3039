/**
 * Startup, flags and error reports of the commands of this repository. Bundled into each command and never published.
 *
 * @module
 */

export { CommandError, toCommandError } from "./command-error.ts";
export { describeSystemError } from "./describe-system-error.ts";
export { escapeControlCharacters } from "./escape-control-characters.ts";
export type { Flag, FlagTable, FlagValues } from "./parse-flags.ts";
export { print, reportError } from "./print.ts";
export { type VariableNames, variableOf } from "./read-variables.ts";
export { requireNonEmpty, requireNumber } from "./require-value.ts";
export { type Command, type LabelOf, runCommand } from "./run-command.ts";
export { UsageError } from "./usage-error.ts";
