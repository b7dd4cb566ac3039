import { type CommandResult, InProcessRun } from "@knowledge-base/internal/test-helpers/in-process-run.ts";
import { commandLine } from "../../src/cli/command-line.ts";

export type Variables = Readonly<Record<string, string>>;

/** Starts `knowledge-base-mcp` in this process, with flags separated by spaces. */
export function start(flags: string, variables?: Variables): InProcessRun {
  const manifest = new URL("../../package.json", import.meta.url);
  return new InProcessRun(commandLine, manifest, flags.split(" ").filter(Boolean), variables);
}

/** Runs `knowledge-base-mcp` until it has read its input. */
export function run(flags: string, variables?: Variables, input = ""): Promise<CommandResult> {
  const started = start(flags, variables);
  started.stdin.end(input);
  return started.ended;
}

const clientInfo = { name: "host", version: "1" };

/** Returns the first request of a host with the protocol of 2025. */
export function initializeWith(capabilities: object) {
  return { id: 1, method: "initialize", params: { protocolVersion: "2025-06-18", capabilities, clientInfo } };
}
