import {
  type CommandResult,
  InProcessRun,
  type ProcessChanges,
} from "../../../internal/test/helpers/in-process-run.ts";
import { commandLine } from "../../src/cli/command-line.ts";

const manifest = new URL("../../package.json", import.meta.url);

/** Starts `knowledge-base-conformance` in this process. */
export function startConformanceCommand(
  args: readonly string[],
  variables?: Readonly<Record<string, string>>,
  changes?: ProcessChanges,
): InProcessRun {
  return new InProcessRun(commandLine, manifest, args, variables, changes);
}

/** Runs `knowledge-base-conformance` in this process until it ends. */
export function runConformanceCommand(
  ...invocation: Parameters<typeof startConformanceCommand>
): Promise<CommandResult> {
  return startConformanceCommand(...invocation).ended;
}
