import { InProcessRun, type ProcessChanges } from "@knowledge-base/internal/test-helpers/in-process-run.ts";
import { commandLine } from "../../src/cli/command-line.ts";

const manifest = new URL("../../package.json", import.meta.url);

type Invocation = [args: readonly string[], variables?: Readonly<Record<string, string>>, changes?: ProcessChanges];

/** Starts `knowledge-base-conformance` in this process. */
export const startConformanceCommand = (...invocation: Invocation) =>
  new InProcessRun(commandLine, manifest, ...invocation);

/** Runs `knowledge-base-conformance` in this process until it ends. */
export const runConformanceCommand = (...invocation: Invocation) => startConformanceCommand(...invocation).ended;
