import { rm } from "node:fs/promises";
import { join } from "node:path";
import { createReferenceServer } from "@knowledge-base/server";
import { demoSeed } from "@knowledge-base/server/demo";
import { listen } from "@knowledge-base/server/node";
import { build } from "esbuild";
import { checkFolder } from "../check-folder.ts";
import { install } from "../install.ts";
import { runProgram } from "../run-program.ts";
import { checkResponses } from "./check-responses.ts";

// Lints the OpenAPI document, calls the reference server with clients that are generated from it, and validates the responses of
// the server against it.

const folder = import.meta.dirname;
const document = join(folder, "../../docs/openapi.json");
const generated = join(folder, ".build");
Object.assign(process.env, { REDOCLY_TELEMETRY: "off", REDOCLY_SUPPRESS_UPDATE_NOTICE: "true" });

await install(folder);
// The strict rules: what the linter only warns other documents of is an error.
await run("node_modules/@redocly/cli/bin/cli.js", "lint", document, "--extends=recommended-strict");
console.log("Passed: lint");

await rm(generated, { recursive: true, force: true });
await run("node_modules/openapi-typescript/bin/cli.js", document, "--output", join(generated, "paths.ts"));
const flags = ["--output", join(generated, "hey-api"), "--silent", "--no-log-file"];
await run("node_modules/@hey-api/openapi-ts/bin/run.js", "--input", document, ...flags);
await checkFolder(folder);
console.log("Passed: the generated clients compile");

// The imports of hey-api have no extensions, so only a bundle of them can run.
const outfile = join(generated, "clients.js");
const entryPoints = [join(folder, "clients.ts")];
await build({ entryPoints, outfile, bundle: true, format: "esm", platform: "node" });
for (const client of ["openapi-fetch", "hey-api"]) {
  const server = createReferenceServer({ seed: demoSeed() });
  await using listener = await listen(server);
  await run(".build/clients.js", client, listener.url, server.apiKey);
  console.log(`Passed: ${client}`);
}

await checkResponses(document);
console.log("Passed: the responses of the server");

function run(program: string, ...args: readonly string[]): Promise<string> {
  return runProgram(process.execPath, [join(folder, program), ...args], folder);
}
