import { once } from "node:events";
import { createInterface } from "node:readline";
import { run } from "./run.ts";

/** A server that listens. */
export interface Server {
  readonly url: string;
  readonly stop: () => Promise<void>;
}

/** Starts a reference server on a free port. */
export async function startServer(seedFile: string): Promise<Server> {
  const { output, ended, stop } = run("knowledge-base-server", ["--seed", seedFile, "--port", "0", "--json"]);
  const [line]: string[] = await Promise.race([once(createInterface(output), "line"), ended]);
  const { url }: { readonly url: string } = JSON.parse(line ?? "");
  return { url, stop };
}
