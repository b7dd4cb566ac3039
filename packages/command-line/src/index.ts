/**
 * Startup, flags and error reports of the commands of this repository. Bundled into each command and never published.
 *
 * @module
 */

export { CommandError, toCommandError } from "./command-error.ts";
export { describeSystemError } from "./describe-system-error.ts";
export { escapeControlCharacters } from "./escape-control-characters.ts";
export type { FlagTable, FlagValues } from "./parse-flags.ts";
export { requireNonEmpty, requireWholeNumber, UsageError } from "./parse-flags.ts";
export { print, reportError } from "./print.ts";
export { type Command, runCommand } from "./run-command.ts";
