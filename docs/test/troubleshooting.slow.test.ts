import { readFile, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { expect, it } from "vitest";
import { openWorkplace, runProgram } from "../../packages/server/test/guide/run-steps.ts";
import { markdownFiles, root } from "./harness/documents.ts";

const document = "docs/guides/troubleshooting.md";
const timeoutMs = 30_000;

/** Messages of the document that programs print, with `…` for any text. */
const messages = await readMessages();

async function readMessages(): Promise<readonly string[]> {
  const markdown = await readFile(new URL(document, root), "utf8");
  const shown = /<!-- run by: docs\/test\/troubleshooting\.slow\.test\.ts -->\n\n```text\n(?<message>.*)\n```/g;
  return [...markdown.matchAll(shown)].map(({ groups: { message = "" } = {} }) => message);
}

async function outputOf(files: Readonly<Record<string, string>>, program: string, ...args: readonly string[]) {
  await using workplace = await openWorkplace();
  for (const [name, text] of Object.entries(files)) await writeFile(join(workplace.folder, name), text);
  return (await runProgram(program, args, workplace, timeoutMs)).output;
}

const importClient = 'import { KnowledgeBase } from "@knowledge-base/sdk";';
const sdk = new URL("packages/sdk/src/index.ts", root).href;

const programs: Readonly<Record<string, () => Promise<string>>> = {
  "Cannot use import statement": () =>
    outputOf({ "package.json": '{ "type": "commonjs" }', "first.js": importClient }, process.execPath, "first.js"),
  "Cannot find package": () => outputOf({ "first.mjs": importClient }, process.execPath, "first.mjs"),
  "the port is in use": async () => {
    const other = createServer().listen(0, "127.0.0.1");
    await new Promise((resolve) => other.once("listening", resolve));
    const { port } = other.address() as AddressInfo;
    const output = await outputOf({}, "knowledge-base-server", "--port", String(port));
    other.close();
    return output;
  },
  "is not a flag": () => outputOf({}, "knowledge-base-server", "--sed", "demo"),
  "everyone can read the key": () =>
    outputOf(
      {
        // What a web page has, without what Node has.
        "page.mjs": `globalThis.document = {};
globalThis.process = undefined;
const { KnowledgeBase } = await import(${JSON.stringify(sdk)});
new KnowledgeBase({ baseUrl: "https://kb.example.com", apiKey: "YOUR_API_KEY" });`,
      },
      process.execPath,
      "--conditions=@knowledge-base/source",
      "page.mjs",
    ),
};

it("has a program for each message", () => {
  expect(markdownFiles).toContain(document);
  expect(messages.map((message) => Object.keys(programs).find((part) => message.includes(part)))).toEqual(
    Object.keys(programs),
  );
});

it.each(Object.entries(programs))("shows what is printed: %s", { timeout: timeoutMs }, async (part, run) => {
  const message = messages.find((shown) => shown.includes(part)) ?? "";
  const output = await run();
  for (const literal of message.split("…")) expect(output).toContain(literal);
});
