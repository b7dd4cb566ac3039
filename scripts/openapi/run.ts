import { deepEqual } from "node:assert/strict";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { createReferenceServer } from "@knowledge-base/server";
import { demoSeed } from "@knowledge-base/server/demo";
import { listen } from "@knowledge-base/server/node";
import { build } from "esbuild";
import { install } from "../install.ts";
import { runProgram } from "../run-program.ts";
import { checkTraffic } from "./check-traffic.ts";
import type { CallEverything } from "./received.ts";

// Lints the OpenAPI document, calls the reference server with clients that are generated from it, and validates the traffic of the
// conformance suite against it.

const folder = import.meta.dirname;
const document = join(folder, "../../docs/openapi.json");
const redocly = installed("@redocly/cli/bin/cli.js");
const generated = join(folder, ".build");
Object.assign(process.env, { REDOCLY_TELEMETRY: "off", REDOCLY_SUPPRESS_UPDATE_NOTICE: "true" });

await install(folder);
// The strict rules: what the linter only warns other documents of is an error.
await run(redocly, "lint", document, "--extends=recommended-strict");
console.log("Passed: lint");
await generateClients();
console.log("Passed: the generated clients compile");
for (const [name, call] of Object.entries(await loadClients())) {
  await checkClient(call);
  console.log(`Passed: ${name}`);
}
await checkTraffic(document, redocly, generated);
console.log("Passed: the traffic of the conformance suite");

async function generateClients(): Promise<void> {
  await rm(generated, { recursive: true, force: true });
  await run(installed("openapi-typescript/bin/cli.js"), document, "--output", join(generated, "paths.ts"));
  const heyApi = installed("@hey-api/openapi-ts/bin/run.js");
  await run(heyApi, "--input", document, "--output", join(generated, "hey-api"), "--silent", "--no-log-file");
  await run(join(folder, "../../node_modules/typescript7/bin/tsc"), "-p", folder, "--pretty", "false");
}

async function loadClients(): Promise<Readonly<Record<string, CallEverything>>> {
  const outfile = join(generated, "clients.js");
  const entryPoints = [join(folder, "clients.ts")];
  await build({ entryPoints, outfile, bundle: true, format: "esm", platform: "node", logLevel: "warning" });
  return await import(outfile);
}

/** Calls a new reference server with a client. */
async function checkClient(callEverything: CallEverything): Promise<void> {
  const server = createReferenceServer({ seed: demoSeed() });
  await using listener = await listen(server);
  const received = await callEverything(listener.url, server.apiKey);
  const { entries, channels, binding, start, page, disconnect, errors } = received;
  deepEqual(
    {
      entries: entries?.map(({ slug }) => slug),
      channels: channels?.length,
      binding: binding?.notifyBriefs,
      start: start && new URL(start.authorizationUrl).searchParams.has("state"),
      page: page?.status,
      disconnect,
      errors: errors.map((error) => error?.statusCode),
    },
    {
      entries: ["electric-fleet-programme", "weather-limits"],
      channels: 5,
      binding: false,
      start: true,
      page: "archived",
      disconnect: { disconnected: true },
      errors: [401, 400, 404],
    },
  );
}

function installed(program: string): string {
  return join(folder, "node_modules", program);
}

function run(program: string, ...args: readonly string[]): Promise<string> {
  return runProgram(process.execPath, [program, ...args], folder);
}
