import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname } from "node:path";
import { type ConformanceReport, conformanceCases } from "@knowledge-base/conformance";
import { describe, expect, it } from "vitest";
import { createFile } from "../../internal/test/helpers/create-file.ts";
import { startHttp } from "../../internal/test/helpers/start-http.ts";
import { openListener } from "../../server/test/helpers/open-listener.ts";
import { openDemo, skipWaits } from "./helpers/reference-target.ts";
import { runConformanceCommand, startConformanceCommand } from "./helpers/run-conformance-command.ts";

const apiKey = "kb_demo_harbour_line";
const recordNames = Array.from(new Set(conformanceCases.flatMap(({ needs }) => needs))).filter((name) =>
  /Id$|slug$|Key$/i.test(name),
);

type ChangeResponse = (request: Request, response: Response) => Response | Promise<Response>;

async function serveDemo(change: ChangeResponse = (_, response) => response) {
  const { server } = openDemo();
  const listener = await openListener(async (request) => change(request, await server.fetch(request)));
  const target = [listener.url, "--api-key", apiKey];
  return { server, listener, target, flags: [...target, "--records", "brainId=brain_operations"] };
}

const reverse: ChangeResponse = async ({ url }, response) =>
  response.ok && url.endsWith("/index") ? Response.json((await response.json()).reverse()) : response;

async function expectEnd(args: readonly string[], code: number, part: string | RegExp, variables = {}) {
  const result = await runConformanceCommand(args, variables);
  expect(result.code, result.stdout + result.stderr).toBe(code);
  expect(result.stdout).toMatch(part);
  return result;
}

describe("the command ends with 2 before it sends anything", () => {
  const target = ["http://127.0.0.1:9", "--api-key=secret_key"];
  const help = " See knowledge-base-conformance --help.";
  const suite = "Failed to run the suite:";
  const baseUrl =
    "--base-url must be a URL that begins with https:// or http://, without a user name, a query or a fragment";

  // biome-ignore format: one row a line
  it.each<[message: string, args: string[]]>([
    [`--base-url is missing, and KNOWLEDGE_BASE_URL is not set.${help}`, []],
    [`--api-key is missing, and KNOWLEDGE_BASE_API_KEY is not set.${help}`, ["http://x"]],
    [`${baseUrl}.${help}`, ["https://user:secret@x", "--api-key=secret_key"]],
    [`--api-key must be a string of visible ASCII characters.${help}`, ["http://x", "--api-key=secret key"]],
    [`--eventual must be a whole number from 0 to 60000, not "x".${help}`, [...target, "--eventual=x"]],
    [`--only \\u001b[31m\\u000a does not match any case; --list shows them.${help}`, [...target, "--only=\u001b[31m\n"]],
    [`--json and --junit cannot be the same file.${help}`, [...target, "--json=-", "--junit=-"]],
    [`--json and --junit cannot be the same file.${help}`, [...target, `--json=${tmpdir()}/report`, `--junit=${tmpdir()}/./report`]],
    [`${suite} target.records.brain is not an option; did you mean brainId?`, [...target, "--records=brain=5"]],
    ["Failed to read /nowhere/a.json: ENOENT: no such file or directory, open ", [...target, "--records=/nowhere/a.json"]],
    ["Failed to load the setup ./nowhere.js: ", [...target, "--setup=./nowhere.js"]],
    ["Failed to load the setup node:fs: it has no exported function setup and no default export.", [...target, "--setup=node:fs"]],
  ])("and prints %s", async (message, args) => {
    const { code, stdout, stderr } = await runConformanceCommand(args);
    expect(stderr).toMatch(`knowledge-base-conformance: ${message}`);
    expect(stderr.replaceAll("\n", "")).not.toMatch(/\p{Cc}/u);
    expect(stderr).not.toContain("secret_key");
    expect({ code, stdout: stdout.replace(/^Conformance of .*\n/, "") }).toEqual({ code: 2, stdout: "" });
  });

  it.each([
    ["records", "[]"],
    ["expect", "null"],
  ])("and prints that the file of --%s is no object if it contains %s", async (flag, text) => {
    const path = await createFile("file.json", text);
    const { stderr } = await expectEnd([...target, `--${flag}=${path}`], 2, /^$/);
    expect(stderr).toContain(`Failed to read ${path}: it is not a JSON object; --help shows its form.`);
  });
});

describe("a run", () => {
  it("checks a deployment, and lists what to provide", async () => {
    const { flags } = await serveDemo();
    const { stdout, stderr } = await expectEnd(flags, 0, /\n○ To check more cases, provide\n {2}\d+ cases {2}/);
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
    const { target } = await serveDemo();
    const { stderr } = await expectEnd([...target, "--records=brainId=a=b:%2F"], 2, "");
    expect(stderr).toContain("the API key cannot read the brain a=b:%2F (404).");
  });

  it("sends requests that change records with --write only", async () => {
    const { server, target } = await serveDemo();
    const records = "--records=brainId=brain_operations,slug=kestrel";
    const args = [...target, records, "--only=pages.archive/success"];
    const status = () => server.snapshot().pages.find(({ slug }) => slug === "kestrel")?.status;
    await expectEnd(args, 1, "Incomplete. ");
    expect(status()).toBe("active");
    await expectEnd([...args, "--write"], 0, "(with requests that change records)");
    expect(status()).toBe("archived");
  });

  it("writes reports of all cases to files", async () => {
    const { flags } = await serveDemo();
    const [json, junit] = [await createFile("json", ""), await createFile("junit", "")];
    const { stdout } = await expectEnd([...flags, "--json", json, "--junit", junit], 0, "\nConforms");
    const report: ConformanceReport = JSON.parse(await readFile(json, "utf8"));
    expect(report.results.map(({ id }) => id)).toEqual(conformanceCases.map(({ id }) => id));
    const xml = await readFile(junit, "utf8");
    expect(xml.match(/<testcase /g)).toHaveLength(conformanceCases.length);
    expect(xml + JSON.stringify(report) + stdout).not.toContain(apiKey);
  });

  it("prints nothing but a report to the standard output that a report is sent to", async () => {
    const { flags } = await serveDemo();
    const json = await runConformanceCommand([...flags, "--only", "errors/", "--json", "-"]);
    const { results }: ConformanceReport = JSON.parse(json.stdout);
    expect(new Set(results.map(({ group }) => group))).toEqual(new Set(["errors"]));
    expect(json.stderr).toContain("Conforms, as far as checked");
    const junit = await runConformanceCommand([...flags, "--only", "errors/", "--junit", "-"]);
    expect(junit.stdout).toMatch(/^<\?xml .*<\/testsuites>\n$/s);
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
    const { flags } = await serveDemo();
    await expectEnd([...flags, "--strict"], 1, "\nIncomplete. ");
  });

  it("ends with 1 if a case failed, and shows it red in a terminal, and the others green", async () => {
    const { code, stdout } = await runConformanceCommand((await serveDemo(reverse)).flags, {}, { isTTY: true });
    expect({ code, stdout }).toEqual({ code: 1, stdout: expect.stringContaining("Does not conform.") });
    expect(stdout).toContain("\u001b[32m  ✓ returns 401");
    expect(stdout).toContain("\u001b[31m  ✗ places pinned entries before all others");
  });

  it("accepts the known deviations of --expect", async () => {
    const path = await createFile("expected.json", '{ "promptIndex.get/pinned-first": "fixed in May" }');
    const expected = async (change?: ChangeResponse) => [...(await serveDemo(change)).flags, "--expect", path];
    const { stdout } = await expectEnd(await expected(reverse), 0, "\nConforms except for known deviations. ");
    expect(stdout).toContain("✗ Known deviations\n  promptIndex.get/pinned-first: failed (fixed in May)\n");
    await expectEnd(await expected(), 0, "promptIndex.get/pinned-first: passed unexpectedly (fixed in May)\n");
  });

  it("waits with --eventual for the effect of a write", async () => {
    let sent = 0;
    // Once more after the first rejection, the binding that was removed can be updated.
    const { target } = await serveDemo(({ method }, response) =>
      method === "PATCH" && response.status === 404 && sent++ === 1 ? Response.json({}) : response,
    );
    const records = "--records=brainId=brain_operations,bindingId=binding_bridge";
    const flags = [...target, records, "--write", "--only", "bindings.unbind/success", "--eventual", "2000"];
    await expectEnd(flags, 0, "✓ removes the binding");
  });

  it("ends with 3 if the service stops responding", async () => {
    const { flags, listener } = await serveDemo();
    const command = startConformanceCommand(flags);
    await command.waitForOutput("authentication");
    skipWaits();
    await listener.close({ timeout: 0 });
    const { code, stdout } = await command.ended;
    expect(code).toBe(3);
    expect(stdout).toMatch(
      /\nInterrupted at [\w./-]+: .* got no response: .*\n\nInterrupted\. The result is not known\. /,
    );
  });
});

describe.each(["json", "junit"])("the file of --%s", (flag) => {
  const cases = "--only=promptIndex.get/pinned-first";

  it("is written into a folder that didn't exist", async () => {
    const path = await createFile("other", "");
    await expectEnd([...(await serveDemo()).flags, cases, `--${flag}=${path}s/new/report`], 0, "✓");
    expect(await readFile(`${path}s/new/report`, "utf8")).toContain("promptIndex.get/pinned-first");
  });

  it.each([
    ["a folder", (file: string) => dirname(file), "EISDIR"],
    ["in a file", (file: string) => `${file}/report`, "ENOTDIR"],
    ["in a folder that can't be created", () => "/proc/nowhere/report", "ENOENT"],
  ])("that is %s ends with 2 before anything is sent", async (_, locate, code) => {
    const { flags, server } = await serveDemo();
    const path = locate(await createFile("file", ""));
    const message = `knowledge-base-conformance: Failed to write the report to ${path}: ${code}: `;
    const { stderr } = await expectEnd([...flags, cases, `--${flag}=${path}`], 2, /^$/);
    expect(stderr).toMatch(new RegExp(`^${message}.*\\. Use a writable path\\.\n$`));
    expect(server.journal.entries()).toEqual([]);
  });

  it.each([
    ["without a response", []],
    ["with an unknown flag", ["--bogus"]],
    ["with another report that can't be written", ["--json=/dev", "--junit=/dev"]],
    ["with a setup that can't be loaded", ["--setup=./nowhere.js"]],
  ])("has no report of an earlier run after a run %s", async (_, args) => {
    const path = await createFile("report", "an earlier report");
    const others = args.filter((arg) => !arg.startsWith(`--${flag}=`));
    await expectEnd(["http://127.0.0.1:9", "--api-key=key", ...others, `--${flag}=${path}`], 2, "");
    expect(existsSync(path)).toBe(false);
  });
});

it("the other report is written if there is no room for one, and the run ends with 3", async () => {
  const path = await createFile("report", "");
  const flags = [...(await serveDemo()).flags, "--only=authentication/", "--json=/dev/full", `--junit=${path}`];
  const { stderr } = await expectEnd(flags, 3, "✓");
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
  ["--records", "UTF-8", "utf8", { brainId: "brain_operations" }],
  ["--expect", "UTF-16, as PowerShell writes it,", "utf16le", { "promptIndex.get/pinned-first": "known" }],
] as const)("%s reads a file in %s with a byte order mark", async (flag, _, encoding, content) => {
  const path = await createFile("file.json", Buffer.from(`\ufeff${JSON.stringify(content)}`, encoding));
  await expectEnd([...(await serveDemo()).target, flag, path, "--only=authentication/"], 0, "✓ returns 401");
});

it("--list lists the cases and what they need", async () => {
  const { code, stdout } = await runConformanceCommand(["--list"]);
  expect(code).toBe(0);
  for (const { id, title, level, needs } of conformanceCases) {
    expect(stdout).toContain(`${id}\n  ${title} (${level}, section`);
    expect(stdout).toContain(`\n  needs ${needs.join(", ") || "nothing"}\n`);
    for (const name of needs) expect(stdout).toMatch(new RegExp(`\\n  (--)?${name}: `));
  }
});

it("--help names every record and exit code", async () => {
  const { code, stdout } = await runConformanceCommand(["--help"]);
  expect(code).toBe(0);
  expect(recordNames.length).toBeGreaterThan(25);
  for (const name of recordNames) expect(stdout).toMatch(new RegExp(`^ {2}${name}$`, "m"));
  expect(stdout.match(/^ {2}\d+(?= +\w)/gm)?.map(Number)).toEqual([0, 1, 2, 3, 129, 130, 143]);
});
