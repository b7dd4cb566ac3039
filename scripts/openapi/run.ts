import { rm } from "node:fs/promises";
import { join, resolve } from "node:path";
import { createReferenceServer } from "@knowledge-base/server";
import { demoSeed } from "@knowledge-base/server/demo";
import { listen } from "@knowledge-base/server/node";
import { checkFolder } from "../check-folder.ts";
import { install } from "../install.ts";
import { runProgram } from "../run-program.ts";

// Lints the OpenAPI document, and calls the reference server with types that are generated from it.

const folder = "scripts/openapi";
const document = resolve("docs/openapi.json");
Object.assign(process.env, { REDOCLY_TELEMETRY: "off", REDOCLY_SUPPRESS_UPDATE_NOTICE: "true" });

await install(folder);
// The strict rules: what the linter only warns other documents of is an error.
await run("node_modules/@redocly/cli/bin/cli.js", "lint", document, "--extends=recommended-strict");
console.log("Passed: lint");

await rm(join(folder, ".build"), { recursive: true, force: true });
await run("node_modules/openapi-typescript/bin/cli.js", document, "--output", ".build/paths.ts");
await checkFolder(folder);
console.log("Passed: the generated types compile, and fit the project's");

const server = createReferenceServer({ seed: demoSeed() });
await using listener = await listen(server);
await run("client.ts", listener.url, server.apiKey);
console.log("Passed: a client with the generated types");

function run(program: string, ...args: readonly string[]): Promise<string> {
  return runProgram(process.execPath, [program, ...args], folder);
}
