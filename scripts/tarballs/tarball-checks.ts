import { cpSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { basename, join, resolve } from "node:path";
import { build } from "esbuild";
import { runProgram } from "../run-program.ts";
import { consumer, consumerModules, findNode, tarballs } from "./application.ts";

/** A check of the tarballs. */
export interface TarballCheck {
  readonly name: string;
  /** Rejects if the check fails. */
  readonly run: () => Promise<unknown>;
}

const tools = join(import.meta.dirname, "node_modules");
const root = resolve("node_modules");

/** The agent tools are compared with what the tests of the client read. */
const argumentsOf: Readonly<Record<string, readonly string[]>> = {
  "tools.mjs": [resolve("packages/sdk/test/tools/recorded")],
};

/** Returns all checks of the tarballs, which are installed in a folder. Those that take the longest come first. */
export function createTarballChecks(folder: string): readonly TarballCheck[] {
  const node = (path: string, ...args: readonly string[]) => runProgram(process.execPath, [path, ...args], folder);
  return [
    ...compilers(folder),
    ...["22", "24", "26"].flatMap((major) => programs(folder, major)),
    { name: "msw 2.13 and 2.15: the tests of the handlers", run: () => runMswTests(folder) },
    { name: "the fixture in Vitest", run: () => node(join(root, "vitest/vitest.mjs"), "run", "fixture.spec.js") },
    { name: "a bundle for browsers, with no module of Node", run: () => runBundle(folder) },
    ...tarballs.list().flatMap(packageChecks),
    {
      name: "sizes",
      run: () => runProgram(process.execPath, [join(tools, "size-limit/bin.js")], import.meta.dirname),
    },
    ...readdirSync(join(folder, "node_modules/@knowledge-base")).map((name) => ({
      name: `README of ${name}`,
      run: () => runReadme(folder, name),
    })),
  ];
}

/** The programs, Jest without configuration, and Node of one version. */
function programs(folder: string, major: string): TarballCheck[] {
  const path = findNode(major);
  if (path === undefined) {
    console.log(`Node ${major} is skipped, because npm has none for this platform.`);
    return [];
  }
  const names = readdirSync(consumer).filter((name) => name.endsWith(".mjs"));
  const jest = join(consumerModules, "jest/bin/jest.js");
  return [
    ...names.map((name) => ({ name, args: [name, ...(argumentsOf[name] ?? [])] })),
    { name: "Jest without configuration", args: [jest, "checks.test.js", "first.test.js"] },
  ].map(({ name, args }) => ({ name: `Node ${major}: ${name}`, run: () => runProgram(path, args, folder) }));
}

/** The declarations, with each supported compiler. */
function compilers(folder: string): TarballCheck[] {
  const paths = {
    "5.9": join(consumerModules, "typescript5.9"),
    "6.0": join(root, "typescript"),
    "7.0": join(root, "typescript7"),
  };
  const projects = readdirSync(folder).filter((name) => name.startsWith("tsconfig"));
  return Object.entries(paths).flatMap(([version, path]) =>
    projects.map((project) => ({
      name: `TypeScript ${version}: ${project}`,
      run: () => runProgram(process.execPath, [join(path, "bin/tsc"), "-p", project], folder),
    })),
  );
}

/** The tests of this repository, with the handlers of the tarball. */
async function runMswTests(folder: string): Promise<void> {
  cpSync("packages/server/test", join(folder, "server-tests"), { recursive: true });
  const args = [join(root, "vitest/vitest.mjs"), "run", "--config", "msw.config.ts"];
  await runProgram(process.execPath, args, folder);
}

async function runBundle(folder: string): Promise<void> {
  const outfile = join(folder, "bundle.mjs");
  const entryPoints = [join(folder, "run-checks.mjs")];
  await build({ entryPoints, outfile, bundle: true, format: "esm", platform: "browser", target: "es2024" });
  await runProgram(process.execPath, [outfile], folder);
}

/** Vitest can only be imported, so its fixture has no CommonJS. */
function packageChecks(tarball: string): TarballCheck[] {
  const attw = (...args: readonly string[]) =>
    runProgram(process.execPath, [join(tools, "@arethetypeswrong/cli/dist/index.js"), tarball, ...args], ".");
  return [
    {
      name: `publint: ${basename(tarball)}`,
      run: () => runProgram(process.execPath, [join(tools, "publint/src/cli.js"), "run", tarball, "--strict"], "."),
    },
    {
      name: `attw: ${basename(tarball)}`,
      run: async () => {
        await attw("--profile", "strict", "--exclude-entrypoints", "./vitest");
        if (tarball.includes("server")) await attw("--profile", "esm-only", "--entrypoints", "./vitest");
      },
    },
  ];
}

/** The example in the README of a package must print what its comments say, and no link may lead to a file of the repository. */
async function runReadme(folder: string, name: string): Promise<void> {
  const readme = readFileSync(join(folder, "node_modules/@knowledge-base", name, "README.md"), "utf8");
  const [link] = process.env["GITHUB_REPOSITORY"] ? [] : (/\]\((?!https?:|#)[^)]+\)/.exec(readme) ?? []);
  if (link !== undefined) throw new Error(`The README of ${name} links to a file of the repository: ${link}`);
  const example = /```js\n(.*?)```/s.exec(readme)?.[1];
  if (example === undefined) throw new Error(`The README of ${name} has no example.`);
  const file = join(folder, `readme-${name}.mjs`);
  writeFileSync(file, example);
  const printed = (await runProgram(process.execPath, [file], folder)).split("\n");
  for (const [, line = ""] of example.matchAll(/^ *console\.log\(.*\); \/\/ (.*)$/gm))
    if (!printed.includes(line)) throw new Error(`The example in the README of ${name} does not print: ${line}`);
}
