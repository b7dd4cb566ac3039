import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { build } from "esbuild";
import { runProgram } from "../run-program.ts";
import type { Runtime } from "./install-runtimes.ts";

const tools = resolve("node_modules");

/** A check of the installed packages. */
export interface TarballCheck {
  readonly name: string;
  /** Rejects if the check fails. */
  readonly run: () => Promise<unknown>;
}

/** Checks that must pass on every version of Node. */
export function createNodeChecks(folder: string, { version, path }: Runtime): TarballCheck[] {
  const use = (name: string, ...args: readonly string[]): TarballCheck => ({
    name: `Node ${version}: ${name}`,
    run: () => runProgram(path, args, folder),
  });
  const command = (name: string) => use(name, join(folder, "node_modules/.bin", name), "--help");
  return [
    use("modules", "consumer.mjs"),
    use("require", "run.cjs"),
    use("schemas of the application's zod", "schemas.mjs"),
    use("a socket and the handlers of msw", "node.mjs"),
    command("knowledge-base-server"),
    command("knowledge-base-conformance"),
    command("knowledge-base-mcp"),
    use("Jest without configuration", join(tools, "jest/bin/jest.js"), "consumer.test.js", "first.test.js"),
  ];
}

/** Bundles the packages for browsers: no module of Node may be left. */
export function createBundlerChecks(folder: string): TarballCheck[] {
  const outfile = join(folder, "bundle.mjs");
  const entryPoints = [join(folder, "consumer.mjs")];
  const run = async () => {
    await build({ entryPoints, outfile, bundle: true, format: "esm", platform: "browser", target: "es2024" });
    await runProgram(process.execPath, ["bundle.mjs"], folder);
  };
  return [{ name: "a bundle for browsers", run }];
}

/** Runs the example in the README of each package, which must print what its comments say, and looks for links that lead nowhere. */
export function createReadmeChecks(folder: string): TarballCheck[] {
  const scope = join(folder, "node_modules/@knowledge-base");
  return readdirSync(scope).map((name) => ({
    name: `the example in the README of ${name}`,
    run: async () => {
      const readme = readFileSync(join(scope, name, "README.md"), "utf8");
      const [link] = process.env["GITHUB_REPOSITORY"] ? [] : (/\]\((?!https?:|#)[^)]+\)/.exec(readme) ?? []);
      if (link !== undefined) throw new Error(`The README of ${name} links to a file of the repository: ${link}`);
      const example = /```js\n(.*?)```/s.exec(readme)?.[1];
      if (example === undefined) throw new Error(`The README of ${name} has no example.`);
      writeFileSync(join(folder, `readme-${name}.mjs`), example);
      const printed = (await runProgram(process.execPath, [`readme-${name}.mjs`], folder)).split("\n");
      for (const [, line = ""] of example.matchAll(/^ *console\.log\(.*\); \/\/ (.*)$/gm))
        if (!printed.includes(line)) throw new Error(`The example in the README of ${name} does not print: ${line}`);
    },
  }));
}

/** Runs the fixture in Vitest without any configuration. */
export function createVitestChecks(folder: string): TarballCheck[] {
  const args = [join(tools, "vitest/vitest.mjs"), "run", "fixture.spec.js"];
  return [{ name: "the fixture in Vitest", run: () => runProgram(process.execPath, args, folder) }];
}

/** Compiles the programs with each supported TypeScript, which checks the declarations of the packages too. */
export function createTypeChecks(folder: string): TarballCheck[] {
  const projects = readdirSync(folder).filter((name) => name.startsWith("tsconfig"));
  return ["typescript5.9", "typescript", "typescript7"].flatMap((compiler) => {
    const { version } = JSON.parse(readFileSync(join(tools, compiler, "package.json"), "utf8"));
    return projects.map((project) => ({
      name: `TypeScript ${version}: the declarations, ${project}`,
      run: () => runProgram(process.execPath, [join(tools, compiler, "bin/tsc"), "-p", project], folder),
    }));
  });
}
