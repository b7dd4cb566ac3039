import { once } from "node:events";
import { readFileSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { expect, it } from "vitest";
import { openWorkplace, runProgram } from "../../packages/server/test/guide/run-steps.ts";

const markdown = readFileSync("docs/guides/troubleshooting.md", "utf8");
const shown = /<!-- run by: docs\/test\/troubleshooting\.slow\.test\.ts -->\n\n```text\n(.*)\n```/g;
/** Messages of the document that programs print, with `…` for any text. */
const messages = Array.from(markdown.matchAll(shown), ([, message = ""]) => message);

/** Returns the output of a program in a folder with one file. */
async function outputOf(file: string, text: string, program: string, ...args: readonly string[]): Promise<string> {
  await using workplace = await openWorkplace();
  await writeFile(join(workplace.folder, "package.json"), '{ "type": "commonjs" }');
  await writeFile(join(workplace.folder, file), text);
  return (await runProgram(program, args, workplace, 30_000)).output;
}

const node = process.execPath;
const importClient = 'import { KnowledgeBase } from "@knowledge-base/sdk";';
// What a web page has, without what Node has.
const page = `globalThis.document = {};
globalThis.process = undefined;
const { KnowledgeBase } = await import("${pathToFileURL("packages/sdk/src/index.ts").href}");
new KnowledgeBase({ baseUrl: "https://kb.example.com", apiKey: "YOUR_API_KEY" });`;

const programs: Readonly<Record<string, () => Promise<string>>> = {
  "Cannot use import statement": () => outputOf("first.js", importClient, node, "first.js"),
  "Cannot find package": () => outputOf("first.mjs", importClient, node, "first.mjs"),
  "the port is in use": async () => {
    const other = createServer().listen(0, "127.0.0.1");
    await once(other, "listening");
    const { port } = other.address() as AddressInfo;
    const output = await outputOf("none", "", "knowledge-base-server", "--port", String(port));
    other.close();
    return output;
  },
  "Unknown option": () => outputOf("none", "", "knowledge-base-server", "--sed", "demo"),
  "everyone can read the key": () =>
    outputOf("page.mjs", page, node, "--conditions=@knowledge-base/source", "page.mjs"),
};

it("has a program for each message", () => {
  const found = messages.map((message) => Object.keys(programs).find((part) => message.includes(part)));
  expect(found).toEqual(Object.keys(programs));
});

it.each(Object.entries(programs))("shows what is printed: %s", async (part, run) => {
  const message = messages.find((text) => text.includes(part)) ?? "";
  const output = await run();
  for (const literal of message.split("…")) expect(output).toContain(literal);
});
