import { createFile } from "@knowledge-base/internal/test-helpers/create-file.ts";
import {
  type CommandResult,
  InProcessRun,
  type ProcessChanges,
} from "@knowledge-base/internal/test-helpers/in-process-run.ts";
import type { State } from "@knowledge-base/server";
import { commandLine } from "../../src/cli/command-line.ts";

type Variables = Readonly<Record<string, string>>;

// The command is started from its source: in this process, because that is faster than a process for each test.
const manifest = new URL("../../package.json", import.meta.url);

function startRun(flags: readonly string[], variables?: Variables, changes?: ProcessChanges): InProcessRun {
  return new InProcessRun(commandLine, manifest, flags, variables, changes);
}

/** Runs `knowledge-base-server` in this process until it ends by itself. */
export const runServer = (...input: Parameters<typeof startRun>): Promise<CommandResult> => startRun(...input).ended;

/** Starts `knowledge-base-server --json` on any free port. It stops at the latest when the test is over. */
export async function startServer(flags: readonly string[] = [], variables?: Variables) {
  const server = startRun(["--json", "--port=0", ...flags], variables);
  await server.waitForOutput("\n");
  const { url, inspectorUrl, apiKeys } = JSON.parse(server.stdout) as {
    readonly url: string;
    readonly inspectorUrl: string | undefined;
    readonly apiKeys: readonly string[];
  };
  const send = (path: string, init?: RequestInit) =>
    fetch(`${url}${path}`, { headers: { "x-api-key": apiKeys[0] ?? "" }, ...init });
  const stop = (...signals: NodeJS.Signals[]) => server.stop(...signals);
  return { url, inspectorUrl, apiKeys, send, stop, errors: () => server.stderr };
}

/** Starts `knowledge-base-server` on any free port, which prints text, and returns its URLs. */
export async function startServerWithText(flags: readonly string[] = []) {
  const server = startRun(["--port=0", ...flags]);
  await server.waitForOutput("random seed");
  const url = /(?<=^Knowledge base at )\S+/m.exec(server.stdout)?.[0] ?? "";
  const inspectorUrl = /(?<=^Inspector at )\S+/m.exec(server.stdout)?.[0] ?? "";
  return { command: server, url, inspectorUrl };
}

/** Writes a state, or anything else, to a file as {@link createFile} does. */
export function createStateFile(content: State | string | Uint8Array): Promise<string> {
  const isText = typeof content === "string" || content instanceof Uint8Array;
  return createFile("state.json", isText ? content : JSON.stringify(content));
}
