import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import type { ClientOptions } from "../../packages/sdk/src/index.ts";
import type { ReferenceServerOptions } from "../../packages/server/src/index.ts";

// The type check fails if an option is missing here.

const clientOptions: Readonly<Record<keyof ClientOptions, true>> = {
  allowInsecureHttp: true,
  apiKey: true,
  baseUrl: true,
  dangerouslyAllowBrowser: true,
  deadline: true,
  fetch: true,
  fetchOptions: true,
  headers: true,
  logLevel: true,
  logger: true,
  maxResponseBytes: true,
  onDrift: true,
  onError: true,
  onRetry: true,
  onSuccess: true,
  random: true,
  retries: true,
  shouldRetry: true,
  timeout: true,
  use: true,
  validate: true,
};

const serverOptions: Readonly<Record<keyof ReferenceServerOptions, true>> = {
  apiKey: true,
  baseUrl: true,
  clock: true,
  cors: true,
  latency: true,
  onChange: true,
  operations: true,
  randomSeed: true,
  seed: true,
  strictBodies: true,
};

it.each([
  ["make-calls", clientOptions],
  ["test-your-code", serverOptions],
])("the guide %s lists every option", (name, options) => {
  const guide = readFileSync(`docs/guides/${name}.md`, "utf8");
  const [table = ""] = /^\| option \|[\s\S]*?\n\n/m.exec(guide) ?? [];
  const listed = Array.from(table.matchAll(/^\| (`.+?`) \|/gm), ([, cell = ""]) =>
    cell.replaceAll("`", "").split(", "),
  );
  expect(listed.flat().toSorted()).toEqual(Object.keys(options).toSorted());
});
