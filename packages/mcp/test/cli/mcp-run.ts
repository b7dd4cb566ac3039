import { type CommandResult, CommandRun } from "../../../command-line/test/command-run.ts";
import { command } from "../../src/cli/command.ts";

type Variables = Readonly<Record<string, string>>;

const manifest = new URL("../../package.json", import.meta.url);

/** Starts `knowledge-base-mcp` in this process. */
export function startRun(flags: readonly string[], variables?: Variables): CommandRun {
  return new CommandRun(command, manifest, flags, variables);
}

/** Runs `knowledge-base-mcp` in this process until it has read its input. */
export function run(flags: readonly string[], variables?: Variables, input = ""): Promise<CommandResult> {
  const started = startRun(flags, variables);
  started.stdin.end(input);
  return started.ended;
}

/** Starts `knowledge-base-mcp --http` in this process, on any free port. */
export async function startHttp(flags: readonly string[], variables?: Variables) {
  const started = startRun(["--http", "--port=0", ...flags], variables);
  await started.waitForOutput("/mcp\n");
  const [, url = ""] = /(http:\S+)/.exec(started.stdout) ?? [];
  return { command: started, url: new URL(url) };
}
