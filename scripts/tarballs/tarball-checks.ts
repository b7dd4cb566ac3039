import { existsSync, globSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { build } from "esbuild";
import { repository, site } from "../addresses.ts";
import { runProgram } from "../run-program.ts";
import { consumer, consumerModules, findNode, listTarballs, rootModules } from "./application.ts";

/** A check of the tarballs. */
export interface TarballCheck {
  readonly name: string;
  /** Whether every change needs it, and not only a release. */
  readonly isForChanges: boolean;
  /** Rejects if the check fails. */
  readonly run: () => Promise<unknown>;
}

const tools = join(import.meta.dirname, "node_modules");
const attw = join(tools, "@arethetypeswrong/cli/dist/index.js");
const vitest = join(rootModules, "vitest/vitest.mjs");
const compilers = {
  "5.9": join(consumerModules, "typescript5.9/bin/tsc"),
  "6.0": join(rootModules, "typescript/bin/tsc"),
  "7.0": join(rootModules, "typescript7/bin/tsc"),
};

/** Returns the checks of the tarballs, which are installed in a folder. Those that take the longest come first. */
export function listChecks(folder: string): readonly TarballCheck[] {
  const node = (name: string, ...args: readonly string[]): TarballCheck => ({
    name,
    isForChanges: false,
    run: () => runProgram(process.execPath, args, folder),
  });
  const projects = readdirSync(consumer).filter((name) => name.startsWith("tsconfig"));
  return [
    ...projects.flatMap((project) =>
      Object.entries(compilers).map(([version, path]) =>
        forChanges(
          version === "7.0" && project === "tsconfig.json",
          node(`TypeScript ${version}: ${project}`, path, "-p", project),
        ),
      ),
    ),
    ...["22", "24", "26"].flatMap((major) => programs(folder, major)),
    node("msw 2.13 and 2.15: the tests of the handlers", vitest, "run", "--config", "msw.config.ts"),
    forChanges(true, node("the fixture in Vitest", vitest, "run", "fixture.spec.js")),
    { name: "a bundle for browsers, with no module of Node", isForChanges: true, run: () => runBundle(folder) },
    ...listTarballs().flatMap((tarball) => [
      node(`publint: ${basename(tarball)}`, join(tools, "publint/src/cli.js"), "run", tarball, "--strict"),
      // Vitest can only be imported, so its fixture has no CommonJS.
      node(`attw: ${basename(tarball)}`, attw, tarball, "--profile", "strict", "--exclude-entrypoints", "./vitest"),
    ]),
    {
      name: "sizes",
      isForChanges: true,
      run: () => runProgram(process.execPath, [join(tools, "size-limit/bin.js")], import.meta.dirname),
    },
    ...readdirSync(join(folder, "node_modules/@knowledge-base")).flatMap((name) => [
      { name: `README of ${name}`, isForChanges: true, run: () => runReadme(folder, name) },
      {
        name: `links of ${name}`,
        isForChanges: true,
        run: async () => checkLinks(join(folder, "node_modules/@knowledge-base", name)),
      },
    ]),
  ];
}

function forChanges(isForChanges: boolean, check: TarballCheck): TarballCheck {
  return { ...check, isForChanges };
}

// The programs, and Jest without configuration, in Node of one version.
function programs(folder: string, major: string): TarballCheck[] {
  const path = findNode(major);
  if (path === undefined) {
    console.log(`Node ${major} is skipped, because npm has none for this platform.`);
    return [];
  }
  const run = (name: string, ...args: readonly string[]): TarballCheck => ({
    name: `Node ${major}: ${name}`,
    isForChanges: false,
    run: () => runProgram(path, args, folder),
  });
  return [
    run("Jest without configuration", join(consumerModules, "jest/bin/jest.js"), "checks.test.js", "first.test.js"),
    ...["run-checks.mjs", "commands.mjs", "schemas.mjs", "socket-and-msw.mjs"].map((name) =>
      forChanges(major === "24", run(name, name)),
    ),
    // What the packages of the providers send is compared with what the tests of the client read.
    run("tools.mjs", "tools.mjs", resolve("packages/sdk/test/tools/recorded")),
    run("careless-calls.mjs", "careless-calls.mjs"),
  ];
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
  const { homepage } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
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
