import type { SpawnOptions } from "node:child_process";
import {
  type CommandResult,
  nodeCommandLine,
  type RunningCommand,
  startCommand,
} from "../../../command-line/test/start-command.ts";

/** The command line of `knowledge-base-server`, without flags. */
export const commandLine = nodeCommandLine(new URL("../../src/cli.ts", import.meta.url));

/** Runs `knowledge-base-server` until it ends by itself. */
export async function runCommand(flags: readonly string[], options?: SpawnOptions): Promise<CommandResult> {
  await using command = startCommand([...commandLine, ...flags], options);
  return await command.ended;
}

/** A `knowledge-base-server` that is ready. Disposing it kills its process. */
export interface StartedServer extends AsyncDisposable {
  readonly command: RunningCommand;
  readonly url: string;
  /** URL of the inspector; undefined if there is none. */
  readonly inspectorUrl: string | undefined;
  readonly host: string;
  readonly port: number;
  readonly apiKeys: readonly string[];
  /** Sends a request with the first of the keys. */
  readonly send: (path: string, init?: RequestInit) => Promise<Response>;
  readonly stop: (...signals: NodeJS.Signals[]) => Promise<CommandResult>;
}

/** Starts `knowledge-base-server --json`, on any free port unless its flags name one. */
export async function startServer(flags: readonly string[] = [], options?: SpawnOptions): Promise<StartedServer> {
  const portFlags = flags.some((flag) => flag.startsWith("--port")) ? [] : ["--port=0"];
  const command = startCommand([...commandLine, "--json", ...portFlags, ...flags], options);
  await command.waitForOutput("\n");
  const { url, inspectorUrl, apiKeys }: { url: string; inspectorUrl?: string; apiKeys: string[] } = JSON.parse(
    command.stdout,
  );
  const { hostname, port } = new URL(url);
  const [apiKey = ""] = apiKeys;
  return {
    command,
    url,
    inspectorUrl,
    host: hostname.replace(/^\[|\]$/g, ""),
    port: Number(port),
    apiKeys,
    send: (path, init) => fetch(`${url}${path}`, { headers: { "x-api-key": apiKey }, ...init }),
    stop: (...signals) => command.stop(...signals),
    [Symbol.asyncDispose]: () => command[Symbol.asyncDispose](),
  };
}

/** Starts `knowledge-base-server` and stops it as soon as it is ready. */
export async function startAndStopServer(flags: readonly string[], options?: SpawnOptions): Promise<CommandResult> {
  await using server = await startServer(flags, options);
  return await server.stop();
}
