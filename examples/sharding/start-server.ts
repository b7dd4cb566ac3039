import { once } from "node:events";
import { createInterface } from "node:readline";
import { run } from "./run.ts";

/** A server that listens. */
export interface Server {
  readonly url: string;
  readonly stop: () => Promise<void>;
}

/** A reference server that listens. */
export interface ReferenceServerProcess extends Server {
  /** Ends the server at once, as a crash does. */
  readonly kill: () => Promise<void>;
  /** Starts another server at the same address, with the same seed. */
  readonly startAgain: () => Promise<ReferenceServerProcess>;
}

/** Starts a reference server, by default on a free port. */
export async function startServer(seedFile: string, port = "0"): Promise<ReferenceServerProcess> {
  const { output, ended, stop, kill } = run("knowledge-base-server", ["--seed", seedFile, "--port", port, "--json"]);
  const [line]: string[] = await Promise.race([once(createInterface(output), "line"), ended]);
  const { url }: { readonly url: string } = JSON.parse(line ?? "");
  return { url, stop, kill, startAgain: () => startServer(seedFile, new URL(url).port) };
}
