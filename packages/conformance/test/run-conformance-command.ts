import { type CommandResult, CommandRun, type ProcessChanges } from "../../internal/test/command-run.ts";
import { command } from "../src/cli/command.ts";

const manifest = new URL("../package.json", import.meta.url);

/** Starts `knowledge-base-conformance` in this process. */
export function startConformanceCommand(
  args: readonly string[],
  variables?: Readonly<Record<string, string>>,
  changes?: ProcessChanges,
): CommandRun {
  return new CommandRun(command, manifest, args, variables, changes);
}

/** Runs `knowledge-base-conformance` in this process until it ends. */
export function runConformanceCommand(
  ...invocation: Parameters<typeof startConformanceCommand>
): Promise<CommandResult> {
  return startConformanceCommand(...invocation).ended;
}
