import { existsSync, globSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { build } from "esbuild";
import { repository, site } from "../addresses.ts";
import { listPublishedPackages, readManifest } from "../manifests.ts";
import { runProgram } from "../run-program.ts";
import { consumer, consumerModules, findNode, listTarballs, rootModules } from "./application.ts";

/** A check of the tarballs: its name, and a function that rejects if it fails. */
export type TarballCheck = readonly [name: string, run: () => Promise<unknown>];

const tools = join(import.meta.dirname, "node_modules");
const attw = join(tools, "@arethetypeswrong/cli/dist/index.js");
const publint = join(tools, "publint/src/cli.js");
const vitest = join(rootModules, "vitest/vitest.mjs");
const compilers = {
  "5.9": join(consumerModules, "typescript5.9/bin/tsc"),
  "6.0": join(rootModules, "typescript/bin/tsc"),
  "7.0": join(rootModules, "typescript7/bin/tsc"),
};
const versions = Object.keys(compilers) as (keyof typeof compilers)[];
const programs = ["run-checks.mjs", "commands.mjs", "schemas.mjs", "socket-and-msw.mjs"];

/** Returns the checks that a change needs, of the tarballs that are installed in a folder. */
export function checksOfChange(folder: string): readonly TarballCheck[] {
  return [
    compile(folder, "7.0", "tsconfig.json"),
    ...programs.map((program) => runInNode(folder, "24", program)),
    ["the fixture in Vitest", () => runNode(folder, vitest, "run", "fixture.spec.js")],
    ["a bundle for browsers, with no module of Node", () => runBundle(folder)],
    ["sizes", () => runNode(import.meta.dirname, join(tools, "size-limit/bin.js"))],
    ...listPublishedPackages().flatMap((name): TarballCheck[] => [
      [`README of ${name}`, () => runReadme(folder, name)],
      [`links of ${name}`, async () => checkLinks(join(folder, "node_modules/@knowledge-base", name))],
    ]),
  ];
}

/** Returns what only a release needs: all compilers, versions of Node and of msw, and tools that inspect the tarballs. */
export function checksOfRelease(folder: string): readonly TarballCheck[] {
  const projects = readdirSync(consumer).filter((name) => name.startsWith("tsconfig"));
  // What the packages of the providers send is compared with what the tests of the client read.
  const recorded = resolve("packages/sdk/test/tools/recorded");
  return [
    ...projects.flatMap((project) => versions.map((version) => compile(folder, version, project))),
    ...["22", "24", "26"].flatMap((major) => [
      runInNode(folder, major, join(consumerModules, "jest/bin/jest.js"), "checks.test.js", "first.test.js"),
      ...programs.map((program) => runInNode(folder, major, program)),
      runInNode(folder, major, "tools.mjs", recorded),
      runInNode(folder, major, "careless-calls.mjs"),
    ]),
    // The inspector is the same program in every Node, and starts for each call.
    runInNode(folder, "24", "inspector.mjs"),
    ["msw 2.13 and 2.15: the tests of the handlers", () => runNode(folder, vitest, "run", "--config", "msw.config.ts")],
    ...listTarballs().flatMap((tarball): TarballCheck[] => [
      [`publint: ${basename(tarball)}`, () => runNode(folder, publint, "run", tarball, "--strict")],
      // Vitest can only be imported, so its fixture has no CommonJS.
      [
        `attw: ${basename(tarball)}`,
        () => runNode(folder, attw, tarball, "--profile", "strict", "--exclude-entrypoints", "./vitest"),
      ],
    ]),
  ];
}

function runNode(folder: string, ...args: readonly string[]): Promise<string> {
  return runProgram(process.execPath, args, folder);
}

function compile(folder: string, version: keyof typeof compilers, project: string): TarballCheck {
  return [`TypeScript ${version}: ${project}`, () => runNode(folder, compilers[version], "-p", project)];
}

function runInNode(folder: string, major: string, program: string, ...args: readonly string[]): TarballCheck {
  const run = async () => {
    const path = findNode(major);
    if (path === undefined) console.log(`npm has no Node ${major} for this platform.`);
    else await runProgram(path, [program, ...args], folder);
  };
  return [`Node ${major}: ${basename(program)}`, run];
}

async function runBundle(folder: string): Promise<void> {
  const outfile = join(folder, "bundle.mjs");
  const entryPoints = [join(folder, "run-checks.mjs")];
  await build({ entryPoints, outfile, bundle: true, format: "esm", platform: "browser", target: "es2024" });
  await runProgram(process.execPath, [outfile], folder);
}

// The example in the README of a package must print what its comments say.
async function runReadme(folder: string, name: string): Promise<void> {
  const readme = readFileSync(join(folder, "node_modules/@knowledge-base", name, "README.md"), "utf8");
  const [, example = ""] = /```js\n(.*?)```/s.exec(readme) ?? [];
  const file = join(folder, `readme-${name}.mjs`);
  writeFileSync(file, example);
  const printed = (await runProgram(process.execPath, [file], folder)).split("\n");
  for (const [, line = ""] of example.matchAll(/^ *console\.log\(.*\); \/\/ (.*)$/gm))
    if (!printed.includes(line)) throw new Error(`The example in the README of ${name} does not print: ${line}`);
}

// Links of a package lead to the web, or to one of its own files. The client contains the documents.
function checkLinks(folder: string): void {
  const files = globSync(["*.md", "docs/**/*.md", "dist/*.d.{ts,cts}"], { cwd: folder });
  const links = files.flatMap((file) => {
    const text = readFileSync(join(folder, file), "utf8").replaceAll(/^(`{3,})[\s\S]*?^\1$|`[^`\n]+`/gm, "code");
    return Array.from(text.matchAll(/\[[^\]]+\]\((?!https?:|#)([^)\s#]+)/g), ([, path = ""]) => ({ file, path }));
  });
  const broken = links.filter(
    ({ file, path }) => !file.endsWith(".md") || !existsSync(join(folder, dirname(file), path)),
  );
  if (broken.length > 0) throw new Error(`These links lead nowhere: ${JSON.stringify(broken, null, 2)}`);
  const { homepage = "" } = readManifest(folder);
  const readme = readFileSync(join(folder, "README.md"), "utf8");
  const address = site ?? repository;
  if (address && !(homepage.startsWith(address) && readme.includes(`](${address}`)))
    throw new Error(`${folder} does not lead to ${address}.`);
  const isClient = basename(folder) === "sdk";
  const index = isClient ? readFileSync(join(folder, "docs/index.md"), "utf8") : "";
  const unlisted = globSync("docs/**/*.md", { cwd: folder }).filter((file) => !index.includes(`](${file.slice(5)})`));
  if (isClient && (unlisted.join() !== "docs/index.md" || !files.includes("docs/guides/make-calls.md")))
    throw new Error(`The documents of the client are not listed: ${unlisted.join(", ")}`);
}
