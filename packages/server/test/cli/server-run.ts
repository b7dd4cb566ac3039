import { type CommandResult, CommandRun, type ProcessChanges } from "../../../command-line/test/command-run.ts";
import { command } from "../../src/cli/command.ts";

type Variables = Readonly<Record<string, string>>;

const manifest = new URL("../../package.json", import.meta.url);

/** Starts `knowledge-base-server` in this process. */
function startRun(flags: readonly string[], variables?: Variables, changes?: ProcessChanges): CommandRun {
  return new CommandRun(command, manifest, flags, variables, changes);
}

/** Runs `knowledge-base-server` in this process until it ends by itself. */
export function run(flags: readonly string[], variables?: Variables, changes?: ProcessChanges): Promise<CommandResult> {
  return startRun(flags, variables, changes).ended;
}

/** A `knowledge-base-server` that is ready. It stops at the latest when the test is over. */
export interface ServerRun {
  readonly command: CommandRun;
  readonly url: string;
  /** URL of the inspector; undefined if there is none. */
  readonly inspectorUrl: string | undefined;
  readonly host: string;
  readonly port: number;
  readonly apiKeys: readonly string[];
  /** Sends a request with the first of the keys. */
  readonly send: (path: string, init?: RequestInit) => Promise<Response>;
  readonly stop: CommandRun["stop"];
}

/** Starts `knowledge-base-server --json` on any free port. */
export async function startServer(flags: readonly string[] = [], variables?: Variables): Promise<ServerRun> {
  const server = startRun(["--json", "--port=0", ...flags], variables);
  await server.waitForOutput("\n");
  const { url, inspectorUrl, apiKeys } = JSON.parse(server.stdout);
  const { hostname, port } = new URL(url);
  return {
    command: server,
    url,
    inspectorUrl,
    host: hostname.replace(/^\[|\]$/g, ""),
    port: Number(port),
    apiKeys,
    send: (path, init) => fetch(`${url}${path}`, { headers: { "x-api-key": apiKeys[0] }, ...init }),
    stop: (...signals) => server.stop(...signals),
  };
}

/** Starts `knowledge-base-server` on any free port, which prints text, and returns its URLs. */
export async function startWithText(flags: readonly string[] = []) {
  const server = startRun(["--port=0", ...flags]);
  await server.waitForOutput("random seed");
  const url = /(?<=^Knowledge base at )\S+/m.exec(server.stdout)?.[0] ?? "";
  const inspectorUrl = /(?<=^Inspector at )\S+/m.exec(server.stdout)?.[0] ?? "";
  const { hostname: host, port } = new URL(url);
  return { command: server, url, inspectorUrl, host, port: Number(port) };
}
