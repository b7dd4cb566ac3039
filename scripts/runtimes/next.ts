import { copyFileSync, cpSync } from "node:fs";
import { mkdtempDisposable } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { runProgram } from "../run-program.ts";
import { listTarballs } from "../tarballs/application.ts";
import type { Context } from "../tarballs/consumer/connections.ts";

/** Runs a production build of an application with a server component and an edge route. */
export async function runNext(parent: string, context: Context): Promise<Record<string, string>> {
  // A folder of its own, because Next.js takes the outermost one with a lockfile as its workspace.
  await using application = await mkdtempDisposable(join(tmpdir(), "next-application-"));
  const folder = application.path;
  await buildApplication(folder, join(parent, "connections.mjs"));
  Object.assign(process.env, { KNOWLEDGE_BASE_URL: context.serviceUrl, KNOWLEDGE_BASE_API_KEY: context.apiKey });
  const { default: next } = await import(join(folder, "node_modules/next/dist/server/next.js"));
  const app = next({ dir: folder });
  await app.prepare();
  const server = createServer(app.getRequestHandler());
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  try {
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const page = await (await fetch(url)).text();
    if (!page.includes("Electric fleet programme")) return { "a server component": page };
    const response = await fetch(`${url}/checks`, { method: "POST", body: JSON.stringify(context) });
    return (await response.json()) as Record<string, string>;
  } finally {
    server.closeAllConnections();
    server.close();
    await app.close();
  }
}

/** Installs the application and the tarballs, and builds the application with the checks. */
async function buildApplication(folder: string, checks: string): Promise<void> {
  cpSync(join(import.meta.dirname, "next-application"), folder, { recursive: true });
  copyFileSync(checks, join(folder, "app/connections.mjs"));
  // Vite sets NODE_ENV to "production", for which npm omits the development dependencies.
  const flags = ["--include=dev", "--prefer-offline", "--no-audit", "--no-fund", "--ignore-scripts"];
  await runProgram("npm", ["ci", ...flags], folder);
  await runProgram("npm", ["install", "--no-save", "--no-package-lock", ...flags, ...listTarballs()], folder);
  await runProgram(process.execPath, [join(folder, "node_modules/next/dist/bin/next"), "build"], folder);
}
