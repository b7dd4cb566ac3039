import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { build } from "esbuild";
import { install } from "../install.ts";
import { runProgram } from "../run-program.ts";

/** The folder of the programs. */
export const consumer = join(import.meta.dirname, "consumer");
/** The packages of `consumer/`. */
export const consumerModules = join(consumer, "node_modules");

/** The tarballs of `npm run pack`. */
export const tarballs = {
  folder: resolve("dist"),
  /** Returns their absolute paths. */
  list: (): string[] =>
    readdirSync(tarballs.folder)
      .filter((name) => name.endsWith(".tgz"))
      .map((name) => join(tarballs.folder, name)),
};

/** A folder outside of the repository with the installed tarballs and the programs of `consumer/`. */
export interface Application extends AsyncDisposable {
  readonly folder: string;
}

/**
 * Installs the tarballs in an empty folder, as a user would. What the programs use them with is linked: packages of `consumer/`,
 * and peer dependencies of the root.
 */
export async function createApplication(): Promise<Application> {
  const folder = mkdtempSync(join(tmpdir(), "application-"));
  const remove = () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  process.once("exit", remove);
  // Without a listener, a signal ends a process without the event above.
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.once(signal, () => process.exit(1));

  await install(consumer);
  writeFileSync(join(folder, "package.json"), '{ "name": "application", "private": true }\n');
  // Each is named, because packages that are not published yet can be found nowhere else.
  await runProgram("npm", ["install", "--prefer-offline", "--no-audit", "--no-fund", ...tarballs.list()], folder);
  const { dependencies } = JSON.parse(readFileSync(join(consumer, "package.json"), "utf8"));
  for (const name of Object.keys(dependencies)) link(join(consumerModules, name), join(folder, "node_modules", name));
  for (const name of ["@types/node", "msw", "vitest"])
    link(resolve("node_modules", name), join(folder, "node_modules", name));
  await copyPrograms(folder);
  return { folder, [Symbol.asyncDispose]: async () => remove() };
}

function link(target: string, path: string): void {
  mkdirSync(dirname(path), { recursive: true });
  symlinkSync(target, path, "junction");
}

/** Copies the programs. Those in TypeScript are also compiled, for tools that take only JavaScript. */
async function copyPrograms(folder: string): Promise<void> {
  cpSync(consumer, folder, {
    recursive: true,
    filter: (path) => path !== consumerModules && !/package(-lock)?\.json$/.test(path),
  });
  // In an application without `type`, `.ts` is compiled as CommonJS and `.mts` as a module.
  for (const name of ["checks", "listener", "peers"]) cpSync(join(folder, `${name}.ts`), join(folder, `${name}.mts`));
  const entryPoints = ["checks.ts", "connections.ts"].map((name) => join(folder, name));
  for (const [format, extension] of [
    ["esm", ".mjs"],
    ["cjs", ".cjs"],
  ] as const)
    await build({
      entryPoints,
      outdir: folder,
      outExtension: { ".js": extension },
      format,
      bundle: true,
      packages: "external",
    });
}

/** Returns the path of a Node of this major version, or undefined if npm has none for this platform. */
export function findNode(major: string): string | undefined {
  if (process.versions.node.startsWith(`${major}.`)) return process.execPath;
  const path = join(consumerModules, `node-${major}-${process.platform}-${process.arch}`, "bin/node");
  return existsSync(path) ? path : undefined;
}
