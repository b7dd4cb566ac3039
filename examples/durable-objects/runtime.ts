import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir } from "node:fs/promises";
import { createRequire } from "node:module";
import { join } from "node:path";
import { createInterface } from "node:readline";
import type { Readable } from "node:stream";
import { build } from "esbuild";

const here = import.meta.dirname;
const { default: workerd }: { readonly default: string } = createRequire(import.meta.url)("workerd");

/** Secret of the runtime on your machine. Never put the secret of a deployment into a file. */
export const controlToken = "control-token-of-the-example";

/** A runtime that listens. */
export interface Runtime {
  readonly url: string;
  readonly port: number;
  /** Ends the runtime at once, as a crash does. */
  readonly kill: () => Promise<void>;
}

/** Bundles the Worker, and starts workerd with it. The folder contains the databases. The port is free by default. */
export async function startRuntime(folder: string, port = 0): Promise<Runtime> {
  await mkdir(folder, { recursive: true });
  const outfile = join(here, "dist/worker.js");
  await build({ entryPoints: [join(here, "worker.ts")], bundle: true, format: "esm", target: "es2024", outfile });
  const child = spawn(
    workerd,
    [
      "serve",
      join(here, "workerd.capnp"),
      `--socket-addr=http=127.0.0.1:${port}`,
      `--directory-path=storage=${folder}`,
      "--control-fd=3",
    ],
    { env: { ...process.env, CONTROL_TOKEN: controlToken }, stdio: ["ignore", "inherit", "inherit", "pipe"] },
  );
  const killAtExit = () => child.kill("SIGKILL");
  process.once("exit", killAtExit);
  const exited = once(child, "exit").finally(() => process.off("exit", killAtExit));
  const [line]: string[] = await once(createInterface(child.stdio[3] as Readable), "line");
  const { port: listening }: { readonly port: number } = JSON.parse(line ?? "");
  return {
    url: `http://127.0.0.1:${listening}`,
    port: listening,
    async kill() {
      child.kill("SIGKILL");
      await exited;
    },
  };
}
