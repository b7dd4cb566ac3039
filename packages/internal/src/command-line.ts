/**
 * Runs the commands of this repository: flags from a table, help, error reports and signals.
 *
 * @module
 */

export { CommandError, toCommandError, UsageError } from "./command-line/command-error.ts";
export type { FlagTable, FlagValues } from "./command-line/flags.ts";
export { describeFlags, variableOf } from "./command-line/flags.ts";
export { importModule } from "./command-line/import-module.ts";
export type { Output } from "./command-line/output.ts";
export { createLog, print, reserveStdout } from "./command-line/output.ts";
export type { CommandLine } from "./command-line/run-command.ts";
export { runCommand } from "./command-line/run-command.ts";
export type { StopSignal } from "./command-line/stop-signals.ts";
export { listenForStopSignals } from "./command-line/stop-signals.ts";
