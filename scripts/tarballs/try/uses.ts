import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { build } from "esbuild";
import { run } from "./run.ts";
import type { Runtime } from "./runtimes.ts";

const tools = resolve("node_modules");

/** `import`, of every entry that needs no other library. */
export function runModules(folder: string, { version, path }: Runtime): void {
  run(path, ["consumer.mjs"], folder);
  console.log(`Node ${version}: modules work`);
}

/** The entries for Node alone, and for msw. */
export function runNode(folder: string, { version, path }: Runtime): void {
  run(path, ["node.mjs"], folder);
  console.log(`Node ${version}: the socket and the handlers of msw work`);
}

/** The commands, as npm installs them. */
export function runCommands(folder: string, { version, path }: Runtime): void {
  for (const name of ["knowledge-base-server", "knowledge-base-conformance"])
    run(path, [join(folder, "node_modules/.bin", name), "--help"], folder);
  console.log(`Node ${version}: the commands start`);
}

/** `require`. */
export function runRequire(folder: string, { version, path }: Runtime): void {
  run(path, ["run.cjs"], folder);
  console.log(`Node ${version}: require works`);
}

/** Jest without any configuration. */
export function runJest(folder: string, { version, path }: Runtime): void {
  run(path, [join(tools, "jest/bin/jest.js"), "consumer.test.js", "first.test.js"], folder);
  console.log(`Node ${version}: Jest works`);
}

/** A bundle for browsers, in which no module of Node may be left. */
export async function runBundle(folder: string): Promise<void> {
  const outfile = join(folder, "bundle.mjs");
  const entryPoints = [join(folder, "consumer.mjs")];
  await build({ entryPoints, outfile, bundle: true, format: "esm", platform: "browser", target: "es2024" });
  run(process.execPath, ["bundle.mjs"], folder);
  console.log("esbuild: a bundle for browsers works");
}

/** The example of each README that users of the package read in the registry, and what it says that it prints. */
export function runReadmes(folder: string): void {
  const scope = join(folder, "node_modules/@knowledge-base");
  for (const name of readdirSync(scope)) {
    const example = /```js\n(.*?)```/s.exec(readFileSync(join(scope, name, "README.md"), "utf8"))?.[1];
    if (example === undefined) throw new Error(`The README of ${name} has no example.`);
    writeFileSync(join(folder, `readme-${name}.mjs`), example);
    const printed = run(process.execPath, [`readme-${name}.mjs`], folder).split("\n");
    for (const [, line = ""] of example.matchAll(/^ *console\.log\(.*\); \/\/ (.*)$/gm))
      if (!printed.includes(line)) throw new Error(`The example in the README of ${name} does not print: ${line}`);
  }
  console.log("README: the examples work");
}

/** The fixture, in Vitest without any configuration. */
export function runVitest(folder: string): void {
  run(process.execPath, [join(tools, "vitest/vitest.mjs"), "run", "fixture.spec.js"], folder);
  console.log("Vitest: the fixture works");
}

/** The declarations, compiled with a TypeScript that checks those of libraries, too. */
export function checkTypes(folder: string, compiler: string): void {
  const { version } = JSON.parse(readFileSync(join(tools, compiler, "package.json"), "utf8"));
  for (const project of readdirSync(folder).filter((name) => name.startsWith("tsconfig")))
    run(process.execPath, [join(tools, compiler, "bin/tsc"), "-p", project], folder);
  console.log(`TypeScript ${version}: the declarations compile`);
}
