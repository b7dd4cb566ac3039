import type { SpawnOptions } from "node:child_process";
import { Command, commandLine, type Ending } from "./command.ts";

/** A `knowledge-base-server` that is ready. */
export interface StartedServer {
  readonly command: Command;
  readonly url: string;
  readonly host: string;
  readonly port: number;
  readonly apiKeys: readonly string[];
  /** Sends a request with the first of the keys. */
  readonly send: (path: string, init?: RequestInit) => Promise<Response>;
  readonly stop: (...signals: NodeJS.Signals[]) => Promise<Ending>;
}

/** Starts `knowledge-base-server --json`, on any free port unless its flags name one. */
export async function startServer(flags: readonly string[] = [], options: SpawnOptions = {}): Promise<StartedServer> {
  const portFlags = flags.some((flag) => flag.startsWith("--port")) ? [] : ["--port=0"];
  const command = new Command([...commandLine, "--json", ...portFlags, ...flags], options);
  await command.untilSaid("\n");
  const { url, apiKeys }: { url: string; apiKeys: string[] } = JSON.parse(command.stdout);
  const { hostname, port } = new URL(url);
  const [apiKey = ""] = apiKeys;
  return {
    command,
    url,
    host: hostname.replace(/^\[|\]$/g, ""),
    port: Number(port),
    apiKeys,
    send: (path, init) => fetch(`${url}${path}`, { headers: { "x-api-key": apiKey }, ...init }),
    stop: (...signals) => command.stop(...signals),
  };
}
