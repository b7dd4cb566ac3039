import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { createInterface } from "node:readline";
import type { Readable } from "node:stream";
import { build } from "esbuild";
import { findWorkerd, installWorkerd } from "./install-workerd.ts";

const here = import.meta.dirname;

/** Secrets of the runtime. Those of a deployment must not be in a file of its repository. */
export const controlToken = "control-token-of-the-example";
const keySecret = "secret-of-the-keys-of-the-example";

/** A runtime that listens. */
export interface Runtime {
  readonly url: string;
  readonly port: number;
  /** Ends the runtime at once: no code of it runs any more. */
  readonly kill: () => Promise<void>;
}

/** Creates the file that the runtime executes. */
export async function bundleWorker(): Promise<void> {
  await build({
    entryPoints: [join(here, "worker.ts")],
    bundle: true,
    format: "esm",
    target: "es2024",
    outfile: join(here, "dist", "worker.js"),
    logLevel: "error",
  });
}

/**
 * Starts workerd with the Worker.
 *
 * @param storage - folder of the objects' databases, which must exist
 * @param port - a free port by default
 */
export async function startRuntime(storage: string, port = 0): Promise<Runtime> {
  const args = [
    "serve",
    join(here, "workerd.capnp"),
    `--socket-addr=http=127.0.0.1:${port}`,
    `--directory-path=storage=${storage}`,
    "--control-fd=3",
  ];
  installWorkerd();
  const child = spawn(findWorkerd(), args, {
    env: { ...process.env, KEY_SECRET: keySecret, CONTROL_TOKEN: controlToken },
    stdio: ["ignore", "inherit", "inherit", "pipe"],
  });
  const killAtExit = () => child.kill("SIGKILL");
  process.once("exit", killAtExit);
  const exited = once(child, "exit").finally(() => process.off("exit", killAtExit));
  const ended = exited.then(() => Promise.reject(new Error("workerd has ended.")));
  ended.catch(() => {});

  const messages = createInterface(child.stdio[3] as Readable);
  const [line]: string[] = await Promise.race([once(messages, "line"), ended]);
  const { port: listening }: { readonly port: number } = JSON.parse(line ?? "");
  const kill = async () => {
    child.kill("SIGKILL");
    await exited;
  };
  return { url: `http://127.0.0.1:${listening}`, port: listening, kill };
}
