import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname } from "node:path";
import { type ConformanceReport, conformanceCases } from "@knowledge-base/conformance";
import { createFile } from "@knowledge-base/internal/test-helpers/create-file.ts";
import { startHttp } from "@knowledge-base/internal/test-helpers/start-http.ts";
import { describe, expect, it } from "vitest";
import { openListener } from "../../server/test/helpers/open-listener.ts";
import { runConformanceCommand, startConformanceCommand } from "./helpers/run-conformance-command.ts";
import { openDemo, skipWaits } from "./helpers/targets.ts";

const apiKey = "kb_demo_harbour_line";
const brain = "--records=brainId=brain_operations";

type ChangeResponse = (request: Request, response: Response) => Response | Promise<Response>;

async function serveDemo(change: ChangeResponse = (_, response) => response) {
  const { server } = openDemo();
  const listener = await openListener(async (request) => change(request, await server.fetch(request)));
  return { server, listener, target: [listener.url, "--api-key", apiKey] };
}

const reverse: ChangeResponse = async ({ url }, response) =>
  response.ok && url.endsWith("/index") ? Response.json((await response.json()).reverse()) : response;

// Runs the command, which must end with a code and print a text.
async function expectEnd(args: readonly string[], code: number, part: string | RegExp, variables = {}) {
  const result = await runConformanceCommand(args, variables);
  expect(result.code, result.stdout + result.stderr).toBe(code);
  expect(result.stdout).toMatch(part);
  return result;
}

// Does so against a service with the demo data.
async function checkDemo(args: readonly string[], code: number, part: string | RegExp, change?: ChangeResponse) {
  return expectEnd([...(await serveDemo(change)).target, ...args], code, part);
}

describe("the command ends with 2 before it sends anything", () => {
  const target = ["http://127.0.0.1:9", "--api-key=secret_key"];
  const help = " See knowledge-base-conformance --help.";
  const form = "must be a URL that begins with https:// or http://, without a user name, a query or a fragment";
  const [json, junit] = [`--json=${tmpdir()}/report`, `--junit=${tmpdir()}/./report`];

  // biome-ignore format: one row a line
  it.each<{ message: string; args: string[] }>([
    { message: `--base-url is missing, and KNOWLEDGE_BASE_URL is not set.${help}`, args: [] },
    { message: `--api-key is missing, and KNOWLEDGE_BASE_API_KEY is not set.${help}`, args: ["http://x"] },
    { message: `--base-url ${form}.${help}`, args: ["https://user:secret@x", "--api-key=secret_key"] },
    { message: `--api-key must be a string of visible ASCII characters.${help}`, args: ["http://x", "--api-key=secret key"] },
    { message: `--eventual must be a whole number from 0 to 60000, not "x".${help}`, args: [...target, "--eventual=x"] },
    { message: `--only \\u001b[31m\\u000a does not match any case; --list shows them.${help}`, args: [...target, "--only=\u001b[31m\n"] },
    { message: `--json and --junit cannot be the same file.${help}`, args: [...target, "--json=-", "--junit=-"] },
    { message: `--json and --junit cannot be the same file.${help}`, args: [...target, json, junit] },
    { message: "Failed to run the suite: target.records.brain is not an option; did you mean ", args: [...target, "--records=brain=5"] },
    { message: "Failed to read /nowhere/a.json: ENOENT: no such file or directory, open ", args: [...target, "--records=/nowhere/a.json"] },
    { message: "Failed to load the setup ./nowhere.js: ", args: [...target, "--setup=./nowhere.js"] },
    { message: "Failed to load the setup node:fs: it has no exported function setup ", args: [...target, "--setup=node:fs"] },
  ])("and prints: $message", async ({ message, args }) => {
    const { stdout, stderr } = await expectEnd(args, 2, "");
    expect(stderr).toMatch(`knowledge-base-conformance: ${message}`);
    expect(stderr.replaceAll("\n", "")).not.toMatch(/\p{Cc}/u);
    expect(stderr).not.toContain("secret_key");
    expect(stdout).toMatch(/^(Conformance of .*\n)?$/);
  });

  it.each([
    { flag: "--records", text: "[]" },
    { flag: "--expect", text: "null" },
  ])("and prints that the file of $flag is no object if it contains $text", async ({ flag, text }) => {
    const path = await createFile("file.json", text);
    const { stderr } = await expectEnd([...target, flag, path], 2, /^$/);
    expect(stderr).toContain(`Failed to read ${path}: it is not a JSON object; --help shows its form.`);
  });
});

describe("a run", () => {
  it("checks a deployment, and lists what to provide", async () => {
    const { stdout, stderr } = await checkDemo([brain], 0, /\n○ To check more cases, provide\n {2}\d+ cases {2}/);
    expect(stdout).toMatch(/^Conformance of http:\/\/127.0.0.1:\d+ \(read-only\)\n\nauthentication\n {2}✓ returns 401/);
    expect(stdout).toMatch(/\nConforms, as far as checked\. \d+ passed, 0 failed, 0 differ, \d+ not checked, 0 not/);
    expect(stdout).not.toContain(apiKey);
    expect(stderr).toBe("");
  });

  it("takes the URL and the key from variables", async () => {
    const { listener } = await serveDemo();
    const variables = { KNOWLEDGE_BASE_URL: listener.url, KNOWLEDGE_BASE_API_KEY: apiKey };
    await expectEnd(["--only", "authentication/"], 0, "✓ returns 401", variables);
  });

  it("takes ids with any character", async () => {
    const { stderr } = await checkDemo(["--records=brainId=a=b:%2F"], 2, "");
    expect(stderr).toContain("the API key cannot read the brain a=b:%2F (404).");
  });

  it("sends requests that change records with --write only", async () => {
    const { server, target } = await serveDemo();
    const args = [...target, `${brain},slug=kestrel`, "--only=pages.archive/success"];
    const status = () => server.snapshot().pages.find(({ slug }) => slug === "kestrel")?.status;
    await expectEnd(args, 1, "Incomplete. ");
    expect(status()).toBe("active");
    await expectEnd([...args, "--write"], 0, "(with requests that change records)");
    expect(status()).toBe("archived");
  });

  it("writes reports of all cases to files", async () => {
    const [json, junit] = [await createFile("json", ""), await createFile("junit", "")];
    const { stdout } = await checkDemo([brain, "--json", json, "--junit", junit], 0, "\nConforms");
    const report: ConformanceReport = JSON.parse(await readFile(json, "utf8"));
    expect(report.results.map(({ id }) => id)).toEqual(conformanceCases.map(({ id }) => id));
    const xml = await readFile(junit, "utf8");
    expect(xml.match(/<testcase /g)).toHaveLength(conformanceCases.length);
    expect(xml + JSON.stringify(report) + stdout).not.toContain(apiKey);
  });

  it("prints nothing but a report to the standard output that a report is sent to", async () => {
    const json = await checkDemo(["--only", "errors/", "--json", "-"], 0, "");
    const { results }: ConformanceReport = JSON.parse(json.stdout);
    expect(new Set(results.map(({ group }) => group))).toEqual(new Set(["errors"]));
    expect(json.stderr).toContain("Conforms, as far as checked");
    await checkDemo(["--only", "errors/", "--junit", "-"], 0, /^<\?xml .*<\/testsuites>\n$/s);
  });

  it.each([["--json=-"], ["--junit=-"], []])("prints no control characters of a response with %s", async (...form) => {
    const hostile = "\u001b[31m\u009b2J\u202e";
    // JSON, or the run wouldn't begin.
    const url = await startHttp((_, response) => void response.end(`"${hostile.slice(1)}"`));
    const flags = [`${url}/${hostile}`, "--api-key", "key", "--only", "errors/", ...form];
    const { stdout, stderr } = await expectEnd(flags, 1, "");
    expect(stdout + stderr).toContain("2J");
    expect((stdout + stderr).replaceAll("\n", "")).not.toMatch(/[\p{Cc}\p{Bidi_Control}]/u);
  });

  it("ends with 1 with --strict if a required case wasn't checked", async () => {
    await checkDemo([brain, "--strict"], 1, "\nIncomplete. ");
  });

  it("ends with 1 if a case failed, and shows it red in a terminal, and the others green", async () => {
    const { target } = await serveDemo(reverse);
    const { code, stdout } = await runConformanceCommand([...target, brain], {}, { isTTY: true });
    expect({ code, stdout }).toEqual({ code: 1, stdout: expect.stringContaining("Does not conform.") });
    expect(stdout).toContain("\u001b[32m  ✓ returns 401");
    expect(stdout).toContain("\u001b[31m  ✗ places pinned entries before all others");
  });

  it("accepts the known deviations of --expect", async () => {
    const path = await createFile("expected.json", '{ "promptIndex.get/pinned-first": "fixed in May" }');
    const flags = [brain, "--expect", path];
    const { stdout } = await checkDemo(flags, 0, "\nConforms except for known deviations. ", reverse);
    expect(stdout).toContain("✗ Known deviations\n  promptIndex.get/pinned-first: failed (fixed in May)\n");
    await checkDemo(flags, 0, "promptIndex.get/pinned-first: passed unexpectedly (fixed in May)\n");
  });

  it("waits with --eventual for the effect of a write", async () => {
    let sent = 0;
    // Once more after the first rejection, the binding that was removed can be updated.
    const change: ChangeResponse = ({ method }, response) =>
      method === "PATCH" && response.status === 404 && sent++ === 1 ? Response.json({}) : response;
    const flags = [`${brain},bindingId=binding_bridge`, "--write", "--only", "bindings.unbind/success"];
    await checkDemo([...flags, "--eventual", "2000"], 0, "✓ removes the binding", change);
  });

  it("ends with 3 if the service stops responding", async () => {
    const { target, listener } = await serveDemo();
    const command = startConformanceCommand([...target, brain]);
    await command.waitForOutput("authentication");
    skipWaits();
    await listener.close({ timeout: 0 });
    const { code, stdout } = await command.ended;
    expect(code).toBe(3);
    const interrupted = /\nInterrupted at [\w./-]+: .* got no response: .*\n\nInterrupted\. The result is not known\. /;
    expect(stdout).toMatch(interrupted);
  });
});

describe.each(["json", "junit"])("the file of --%s", (flag) => {
  const flags = [brain, "--only=promptIndex.get/pinned-first"];

  it("is written into a folder that didn't exist", async () => {
    const path = `${await createFile("other", "")}s/new/report`;
    await checkDemo([...flags, `--${flag}=${path}`], 0, "✓");
    expect(await readFile(path, "utf8")).toContain("promptIndex.get/pinned-first");
  });

  it.each([
    { place: "a folder", locate: (file: string) => dirname(file), code: "EISDIR" },
    { place: "in a file", locate: (file: string) => `${file}/report`, code: "ENOTDIR" },
    { place: "in a folder that can't be created", locate: () => "/proc/nowhere/report", code: "ENOENT" },
  ])("that is $place ends with 2 before anything is sent", async ({ locate, code }) => {
    const { target, server } = await serveDemo();
    const path = locate(await createFile("file", ""));
    const message = `knowledge-base-conformance: Failed to write the report to ${path}: ${code}: `;
    const { stderr } = await expectEnd([...target, ...flags, `--${flag}=${path}`], 2, /^$/);
    expect(stderr).toMatch(new RegExp(`^${message}.*\\. Use a writable path\\.\n$`));
    expect(server.journal.entries()).toEqual([]);
  });

  it.each([
    { run: "without a response", args: [] },
    { run: "with an unknown flag", args: ["--bogus"] },
    { run: "with another report that can't be written", args: [flag === "json" ? "--junit=/dev" : "--json=/dev"] },
    { run: "with a setup that can't be loaded", args: ["--setup=./nowhere.js"] },
  ])("has no report of an earlier run after a run $run", async ({ args }) => {
    const path = await createFile("report", "an earlier report");
    await expectEnd(["http://127.0.0.1:9", "--api-key=key", ...args, `--${flag}=${path}`], 2, "");
    expect(existsSync(path)).toBe(false);
  });
});

it("the other report is written if there is no room for one, and the run ends with 3", async () => {
  const path = await createFile("report", "");
  const { stderr } = await checkDemo(["--only=authentication/", "--json=/dev/full", `--junit=${path}`], 3, "✓");
  expect(stderr).toContain("Failed to write the report to /dev/full: ENOSPC");
  expect(await readFile(path, "utf8")).toContain("<testsuites");
});

it("a module of --setup that is never loaded ends with 2 after a minute", async () => {
  const path = await createFile("setup.mjs", "await new Promise(() => {}); export const setup = () => ({});");
  const { target } = await serveDemo();
  skipWaits();
  const { stderr } = await expectEnd([...target, "--setup", path], 2, /^$/);
  expect(stderr).toContain(`Failed to load the setup ${path}: it was not loaded within 60 seconds.`);
});

it.each([
  { flag: "--records", encoding: "utf8", content: { brainId: "brain_operations" } },
  // PowerShell writes UTF-16.
  { flag: "--expect", encoding: "utf16le", content: { "promptIndex.get/pinned-first": "known" } },
] as const)("$flag reads a file in $encoding with a byte order mark", async ({ flag, encoding, content }) => {
  const path = await createFile("file.json", Buffer.from(`\ufeff${JSON.stringify(content)}`, encoding));
  await checkDemo([flag, path, "--only=authentication/"], 0, "✓ returns 401");
});

it("--list lists the cases and what they need", async () => {
  const { stdout } = await expectEnd(["--list"], 0, "");
  for (const { id, title, level, needs } of conformanceCases) {
    expect(stdout).toContain(`${id}\n  ${title} (${level}, section`);
    expect(stdout).toContain(`\n  needs ${needs.join(", ") || "nothing"}\n`);
    for (const name of needs) expect(stdout).toMatch(new RegExp(`\\n  (--)?${name}: `));
  }
});

it("--help names every record and exit code", async () => {
  const { stdout } = await expectEnd(["--help"], 0, "");
  const records = new Set(
    conformanceCases.flatMap(({ needs }) => needs).filter((name) => /Id$|slug$|Key$/i.test(name)),
  );
  expect(records.size).toBeGreaterThan(25);
  for (const name of records) expect(stdout).toMatch(new RegExp(`^ {2}${name}$`, "m"));
  expect(stdout.match(/^ {2}\d+(?= +\w)/gm)?.map(Number)).toEqual([0, 1, 2, 3, 129, 130, 143]);
});
