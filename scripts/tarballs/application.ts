import { cpSync, existsSync, mkdirSync, readdirSync, symlinkSync, writeFileSync } from "node:fs";
import { mkdtempDisposable } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { build } from "esbuild";
import { install } from "../install.ts";
import { readManifest } from "../manifests.ts";
import { runProgram } from "../run-program.ts";

export const consumer = join(import.meta.dirname, "consumer");
export const consumerModules = join(consumer, "node_modules");
export const rootModules = resolve("node_modules");

/** The folder into which `npm run pack` writes. */
export const tarballFolder = resolve("dist");

export function listTarballs(): readonly string[] {
  return readdirSync(tarballFolder)
    .filter((name) => name.endsWith(".tgz"))
    .map((name) => join(tarballFolder, name));
}

/**
 * Installs the tarballs in an empty folder, as a user would, with the programs of `consumer/`. What the programs use them with is
 * linked: packages of the root and, if they are needed, those of `consumer/`, which take 770 MB. The folder is outside of the
 * repository, whose packages would be found otherwise, and is removed when it is disposed of.
 */
export async function createApplication(needsConsumer = true): Promise<AsyncDisposable & { readonly path: string }> {
  if (needsConsumer) await install(consumer);
  const folder = await mkdtempDisposable(join(tmpdir(), "application-"));
  writeFileSync(join(folder.path, "package.json"), '{ "name": "application", "private": true }\n');
  // Each is named, because packages that aren't published yet can be found nowhere else.
  await runProgram("npm", ["install", "--prefer-offline", "--no-audit", "--no-fund", ...listTarballs()], folder.path);
  const { dependencies = {} } = readManifest(consumer);
  const linked = {
    [consumerModules]: needsConsumer ? Object.keys(dependencies) : [],
    [rootModules]: ["@types/node", "msw", "undici", "vitest"],
  };
  for (const [modules, names] of Object.entries(linked)) {
    for (const name of names) {
      const path = join(folder.path, "node_modules", name);
      mkdirSync(dirname(path), { recursive: true });
      symlinkSync(join(modules, name), path, "junction");
    }
  }
  await copyPrograms(folder.path);
  return folder;
}

// Copies the programs and the server's tests: its tests of msw run with the tarballs.
async function copyPrograms(folder: string): Promise<void> {
  const filter = (path: string) => path !== consumerModules && !/package(-lock)?\.json$/.test(path);
  cpSync(consumer, folder, { recursive: true, filter });
  // In an application without `type`, `.ts` is compiled as CommonJS and `.mts` as a module.
  cpSync(join(folder, "checks.ts"), join(folder, "checks.mts"));
  cpSync("packages/server/test", join(folder, "server-tests"), { recursive: true });
  // Jest and some bundlers take only JavaScript.
  const entryPoints = ["checks.ts", "connections.ts", "fake-timers.ts"].map((name) => join(folder, name));
  const options = { entryPoints, outdir: folder, bundle: true, packages: "external" } as const;
  await build({ ...options, format: "esm", outExtension: { ".js": ".mjs" } });
  await build({ ...options, format: "cjs", outExtension: { ".js": ".cjs" } });
}

/** Returns the path of a Node of this major version, or undefined if npm has none for this platform. */
export function findNode(major: string): string | undefined {
  if (process.versions.node.startsWith(`${major}.`)) return process.execPath;
  const path = join(consumerModules, `node-${major}-${process.platform}-${process.arch}`, "bin/node");
  return existsSync(path) ? path : undefined;
}
