import { spawn } from "node:child_process";
import { once } from "node:events";
import { copyFileSync, cpSync } from "node:fs";
import { mkdtempDisposable } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import type { Readable } from "node:stream";
import { runProgram } from "../run-program.ts";
import { listTarballs } from "../tarballs/application.ts";
import type { Context } from "../tarballs/consumer/connections.ts";
import { runHandler } from "./handler.ts";

/** Runs a production build of an application with a server component, and with the handler in Node and in the edge runtime. */
export async function runNext(parent: string, context: Context): Promise<Record<string, string>> {
  // A folder of its own, because Next.js takes the outermost one with a lockfile as its workspace.
  await using application = await mkdtempDisposable(join(tmpdir(), "next-application-"));
  const folder = application.path;
  Object.assign(process.env, { KNOWLEDGE_BASE_URL: context.serviceUrl, KNOWLEDGE_BASE_API_KEY: context.apiKey });
  await buildApplication(folder, join(parent, "connections.mjs"));
  const server = spawn(process.execPath, [pathOfNext(folder), "start", "--port=0", "--hostname=127.0.0.1"], {
    cwd: folder,
    stdio: ["ignore", "pipe", "inherit"],
  });
  const exit = once(server, "exit");
  try {
    const url = await readUrl(server.stdout);
    const page = await (await fetch(url)).text();
    if (!page.includes("Electric fleet programme")) return { "a server component": page };
    const node = await runHandler(`${url}/checks`, context);
    return { ...node, ...(await runHandler(`${url}/api/checks`, context)) };
  } finally {
    server.kill();
    await exit;
  }
}

async function buildApplication(folder: string, checks: string): Promise<void> {
  cpSync(join(import.meta.dirname, "next-application"), folder, { recursive: true });
  copyFileSync(checks, join(folder, "app/connections.mjs"));
  // Vite sets NODE_ENV to "production", for which npm omits the development dependencies.
  const flags = ["--include=dev", "--no-save", "--no-package-lock", "--prefer-offline", "--ignore-scripts"];
  await runProgram("npm", ["install", ...flags, ...listTarballs()], folder);
  await runProgram(process.execPath, [pathOfNext(folder), "build"], folder);
}

function pathOfNext(folder: string): string {
  return join(folder, "node_modules/next/dist/bin/next");
}

async function readUrl(output: Readable): Promise<string> {
  const printed: string[] = [];
  for await (const line of createInterface(output)) {
    printed.push(line);
    const [url] = /http:\/\/[\w.]+:\d+/.exec(line) ?? [];
    if (url) return url;
  }
  throw new Error(printed.join("\n"));
}
