import { createReferenceServer } from "@knowledge-base/server";
import { listen } from "@knowledge-base/server/node";
import { describe, expect, it } from "vitest";
import { createTestFile } from "./create-test-file.ts";
import { runConformanceCommand } from "./run-conformance-command.ts";
import { records } from "./test-targets.ts";

const target = ["--base-url=http://127.0.0.1:9", "--api-key=secret_key"];
const help = " See knowledge-base-conformance --help.";
const run = "Failed to run the suite:";
const baseUrl = `${run} the base URL must begin with https:// or http://, without a user name, a query or a fragment.`;

// biome-ignore format: one row a line
it.each<[args: string[], message: string, variables?: Record<string, string>]>([
  [[], `--base-url is missing, and KNOWLEDGE_BASE_URL is not set.${help}`],
  [["--base-url=http://x"], `--api-key is missing, and KNOWLEDGE_BASE_API_KEY is not set.${help}`],
  [["--base-url=http://x"], `--api-key is missing, and KNOWLEDGE_BASE_API_KEY is not set.${help}`, { KNOWLEDGE_BASE_API_KEY: "" }],
  [[...target, "--records="], `--records must not be empty.${help}`],
  [[...target, "--setup="], `--setup must not be empty.${help}`],
  [[...target, "--expect="], `--expect must not be empty.${help}`],
  [[...target, "--json="], `--json must not be empty.${help}`],
  [[...target, "secret_key"], `There are no subcommands, only flags. Start it as: knowledge-base-conformance --base-url URL --api-key KEY [options].${help}`],
  [[...target, "--timeout=0"], `--timeout must be a whole number from 1 to 600000, not "0".${help}`],
  [[...target, "--eventual=x"], `--eventual must be a whole number from 0 to 60000, not "x".${help}`],
  [[...target, "--only=\u001b[31m\n"], "--only \\u001b[31m\\u000a does not match any case. See knowledge-base-conformance --list."],
  [[...target, "--json=-", "--junit=-"], `--json and --junit cannot both be the standard output.${help}`],
  [[...target, "--json=-", "--html=-", "--write-expect=-"], `--json and --html and --write-expect cannot all be the standard output.${help}`],
  [["--base-url=ftp://x", "--api-key=secret_key"], baseUrl],
  [["--base-url=https://user:secret@x", "--api-key=secret_key"], baseUrl],
  [["--base-url=http://x", "--api-key=secret key"], `${run} the API key must be one or more visible ASCII characters.`],
])("rejects %j with one line and exit code 2: %s", async (args, message, variables) => {
  const stderr = `knowledge-base-conformance: ${message}\n`;
  expect(await runConformanceCommand(args, variables)).toEqual({ code: 2, stdout: "", stderr });
});

describe("a file", () => {
  // biome-ignore format: one row a line
  it.each([
    ["records", '{"brainId":5,"color":"blue","slug":""}', `3 problems. See knowledge-base-conformance --help for its form.
  color is not an option; the options are ${Object.keys(records).toSorted().join(", ")}
  brainId must be a string that is not empty (got 5)
  slug must be a string that is not empty (got "")`],
    ["expect", '{"none/such":{},"promptIndex.get/401":{"status":"failed"}}', `2 problems. See knowledge-base-conformance --help for its form.
  "none/such" is not the id of a case
  promptIndex.get/401.reason is missing`],
    ["records", "[]", "it is not a JSON object. See knowledge-base-conformance --help for its form."],
    ["records", "{", "it is not a JSON object. See knowledge-base-conformance --help for its form."],
    ["records", "null", "it is not a JSON object. See knowledge-base-conformance --help for its form."],
  ])("of --%s with the text %s ends with 3", async (flag, text, message) => {
    const path = await createTestFile("file.json", text);
    const stderr = `knowledge-base-conformance: Failed to read ${path}: ${message}\n`;
    expect(await runConformanceCommand([...target, `--${flag}=${path}`])).toEqual({ code: 3, stdout: "", stderr });
  });

  it("that is not there, or that cannot be written, ends with 3", async () => {
    const missing = await runConformanceCommand([...target, "--records=/nowhere/a.json"]);
    const reason = "ENOENT: no such file or directory, open '/nowhere/a.json'.";
    expect(missing).toMatchObject({ code: 3, stderr: expect.stringContaining(`read /nowhere/a.json: ${reason} See`) });
    await using listener = await listen(createReferenceServer({ apiKey: "secret_key" }));
    const flags = [`--base-url=${listener.url}`, "--api-key=secret_key", "--only=errors/", "--json=/nowhere/a.json"];
    const stderr = expect.stringContaining(`Failed to write the report to /nowhere/a.json: ${reason} Use`);
    expect(await runConformanceCommand(flags)).toMatchObject({ code: 3, stderr });
  });
});

it.each([
  ["a module that is not there", "./nowhere.js", "Failed to load the setup ./nowhere.js: "],
  ["a module without the function", "node:fs", "it has no exported function setup and no default export."],
])("--setup with %s ends with 3", async (_, module, message) => {
  const { code, stderr } = await runConformanceCommand([...target, "--setup", module]);
  expect(code).toBe(3);
  expect(stderr).toContain(message);
});
