import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { ConformanceReport } from "@knowledge-base/conformance";
import { conformanceCases } from "@knowledge-base/conformance";
import { createReferenceServer } from "@knowledge-base/server";
import { listen } from "@knowledge-base/server/node";
import { describe, expect, it, onTestFinished } from "vitest";
import { createTestFile } from "./create-test-file.ts";
import { runConformanceCommand } from "./run-conformance-command.ts";
import { createTestState, records } from "./test-targets.ts";

/** A reference server that listens, and the flags that name it. */
async function start() {
  const server = createReferenceServer({ seed: createTestState() });
  const listener = await listen(server);
  onTestFinished(() => listener.close({ timeout: 0 }));
  return { server, flags: ["--base-url", listener.url, "--api-key", server.apiKey] };
}

const createRecordsFile = () => createTestFile("records.json", JSON.stringify(records));

describe("knowledge-base-conformance", () => {
  it("checks a deployment without changing it, and lists what it did not check", async () => {
    const { server, flags } = await start();
    const before = server.snapshot();
    const { code, stdout, stderr } = await runConformanceCommand([...flags, "--records", await createRecordsFile()]);
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    expect(server.snapshot()).toEqual(before);
    expect(stdout).toMatch(
      /^Conformance of http:\/\/127\.0\.0\.1:\d+ \(read-only\)\n\nAuthentication\n {2}✓ returns 401/,
    );
    expect(stdout).toMatch(/\n {2}--write would enable \d+ cases, and \d+ together with others:\n {4}authentication\//);
    expect(stdout).toMatch(
      /\nConforms, as far as checked\. \d+ passed, 0 failed, 0 differ, \d+ not checked, 0 not completed\.\n$/,
    );
    expect(stdout).not.toContain(server.apiKey);
  });

  it("checks everything else with --write, archives the page and removes the binding", async () => {
    const { server, flags } = await start();
    const { code, stdout } = await runConformanceCommand([...flags, "--write", "--records", await createRecordsFile()]);
    expect(code, stdout).toBe(0);
    expect(stdout).toContain("(with requests that change records)");
    const missing = [...stdout.matchAll(/^ {2}the control (\w+) would enable/gm)].map(([, what]) => what);
    expect(missing).toEqual(expect.arrayContaining(["restorePage", "notify", "readPage", "listPages"]));
    const { pages, bindings } = server.snapshot();
    expect(pages.find(({ slug }) => slug === records.slug)?.status).toBe("archived");
    expect(bindings.some(({ id }) => id === records.bindingId)).toBe(false);
    expect(bindings.some(({ id }) => id === records.foreignBindingId)).toBe(true);
  });

  it("lists what would enable more cases, as the guide shows", async () => {
    const { flags } = await start();
    const guide = await readFile(
      new URL("../../../docs/guides/checking-an-implementation.md", import.meta.url),
      "utf8",
    );
    const [, shown = ""] = /^```text\n(○ To check more cases\n[^`]*)```$/m.exec(guide) ?? [];
    const { stdout } = await runConformanceCommand(flags);
    expect(shown).not.toBe("");
    for (const part of shown.trimEnd().split("…")) expect(stdout).toContain(part);
  });

  it("reads the base URL and the key from the environment", async () => {
    const { flags } = await start();
    const [, url = "", , key = ""] = flags;
    const { code } = await runConformanceCommand([], { KNOWLEDGE_BASE_URL: url, KNOWLEDGE_BASE_API_KEY: key });
    expect(code).toBe(0);
  });

  it("writes the report as JSON and as JUnit XML", async () => {
    const { server, flags } = await start();
    const [json, junit] = [await createTestFile("report.json", ""), await createTestFile("report.xml", "")];
    const { code } = await runConformanceCommand([...flags, "--json", json, "--junit", junit]);
    expect(code).toBe(0);
    const report: ConformanceReport = JSON.parse(await readFile(json, "utf8"));
    expect(report.results.map(({ id }) => id)).toEqual(conformanceCases.map(({ id }) => id));
    const xml = await readFile(junit, "utf8");
    expect(xml.match(/<testcase /g)).toHaveLength(conformanceCases.length);
    expect(xml.match(/<skipped /g)).toHaveLength(report.counts.notChecked);
    expect(JSON.stringify(report) + xml).not.toContain(server.apiKey);
  });

  it("puts nothing but a report into the standard output that a report is sent to", async () => {
    const { flags } = await start();
    const { stdout, stderr } = await runConformanceCommand([...flags, "--only", "errors/", "--json", "-"]);
    const { results }: ConformanceReport = JSON.parse(stdout);
    expect(new Set(results.map(({ group }) => group))).toEqual(new Set(["Errors"]));
    expect(stderr).toContain("Conforms, as far as checked");
  });

  it("ends with 1 if something fails", async () => {
    const wrong = createServer((_, response) => response.end("{}")).listen(0, "127.0.0.1");
    onTestFinished(() => void wrong.close());
    await new Promise((resolve) => wrong.once("listening", resolve));
    const address = wrong.address() as { port: number };
    const { code, stdout } = await runConformanceCommand([
      "--base-url",
      `http://127.0.0.1:${address.port}`,
      "--api-key",
      "key",
    ]);
    expect(code).toBe(1);
    expect(stdout).toContain("\nDoes not conform. 0 passed, ");
  });

  it("ends with 1 if nothing was checked, and is not green", async () => {
    const { flags } = await start();
    const [json, junit] = [await createTestFile("report.json", ""), await createTestFile("report.xml", "")];
    const only = ["--only", "promptIndex.get/success", "--json", json, "--junit", junit];
    const { code, stdout } = await runConformanceCommand([...flags, ...only], { FORCE_COLOR: "1" });
    expect(code).toBe(1);
    expect(stdout).toContain(
      "\u001b[31mNothing was checked.\u001b[39m 0 passed, 0 failed, 0 differ, 1 not checked, 0 not completed.\n",
    );
    expect(JSON.parse(await readFile(json, "utf8"))).toMatchObject({ conforms: false, counts: { notChecked: 1 } });
    expect(await readFile(junit, "utf8")).toContain('<error message="Nothing was checked"/>');
  });

  it.each([{ form: ["--json", "-"] }, { form: ["--junit", "-"] }, { form: [] }])(
    "prints no control characters of a response, with $form",
    async ({ form }) => {
      const hostile = "\u001b[31m\u009b2J\u202e";
      // JSON, or the run would not begin.
      const wrong = createServer((_, response) => response.end(`"${hostile.slice(1)}"`)).listen(0, "127.0.0.1");
      onTestFinished(() => void wrong.close());
      await new Promise((resolve) => wrong.once("listening", resolve));
      const { port } = wrong.address() as { port: number };
      const target = ["--base-url", `http://127.0.0.1:${port}/${hostile}`, "--api-key", "key"];
      const { code, stdout, stderr } = await runConformanceCommand([...target, "--only", "errors/", ...form]);
      expect(code).toBe(1);
      expect((stdout + stderr).replaceAll("\n", "")).not.toMatch(/[\p{Cc}\p{Bidi_Control}]/u);
      if (form[0] === "--json") expect(JSON.parse(stdout)).toMatchObject({ conforms: false });
    },
  );

  it("lists the cases", async () => {
    const { code, stdout } = await runConformanceCommand(["--list"]);
    expect(code).toBe(0);
    for (const { id, title } of conformanceCases) expect(stdout).toContain(`${id}\n  ${title} (section `);
  });

  it("prints its help, which names every record", async () => {
    const { code, stdout } = await runConformanceCommand(["--help"]);
    expect(code).toBe(0);
    for (const name of Object.keys(records)) expect(stdout).toContain(`    "${name}": "`);
    expect(stdout).toContain(
      "  0    at least one case passed and none failed, except for known deviations\n  1    a case failed",
    );
  });

  it("prints its version", async () => {
    expect((await runConformanceCommand(["--version"])).stdout).toMatch(/^\d+\.\d+\.\d+\n$/);
  });
});

describe("knowledge-base-conformance reports in a line that says what to do", () => {
  const target = ["--base-url", "http://127.0.0.1:9", "--api-key", "secret_key"];
  const seeHelp = "See knowledge-base-conformance --help.";

  it.each([
    { args: [], message: `--base-url is missing, and KNOWLEDGE_BASE_URL is not set. ${seeHelp}` },
    {
      args: ["--base-url", "http://x"],
      message: `--api-key is missing, and KNOWLEDGE_BASE_API_KEY is not set. ${seeHelp}`,
    },
    { args: [...target, "--base-url", "http://x"], message: `--base-url is given twice. ${seeHelp}` },
    { args: [...target, "--records", ""], message: `--records must not be empty. ${seeHelp}` },
    { args: [...target, "secret_key"], message: `argument 5 is not a flag or the value of one. ${seeHelp}` },
    { args: [...target, "--colour"], message: `--colour is not a flag. ${seeHelp}` },
    {
      args: [...target, "--timeout", "0"],
      message: `--timeout must be a whole number from 1 to 600000, not "0". ${seeHelp}`,
    },
    {
      args: [...target, "--only", "nothing/"],
      message: "--only nothing/ does not match any case. See knowledge-base-conformance --list.",
    },
    {
      args: [...target, "--only", "\u001b[31m\u009b2J\n\u202e"],
      message:
        "--only \\u001b[31m\\u009b2J\\u000a\\u202e does not match any case. See knowledge-base-conformance --list.",
    },
    {
      args: [...target, "--json", "-", "--junit", "-"],
      message: `--json and --junit cannot both be the standard output. ${seeHelp}`,
    },
    {
      args: ["--base-url", "ftp://x", "--api-key", "secret_key"],
      message:
        "Failed to run the suite: the base URL must begin with https:// or http://, without a user name, a query or a fragment.",
    },
    {
      args: ["--base-url", "https://user:secret@x", "--api-key", "secret_key"],
      message:
        "Failed to run the suite: the base URL must begin with https:// or http://, without a user name, a query or a fragment.",
    },
    {
      args: ["--base-url", "http://x", "--api-key", "secret key"],
      message: "Failed to run the suite: the API key must be one or more visible ASCII characters.",
    },
  ])("$message", async ({ args, message }) => {
    const { code, stdout, stderr } = await runConformanceCommand(args);
    expect(stderr).toBe(`knowledge-base-conformance: ${message}\n`);
    expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
  });

  it("an environment variable that is empty, as if it was not set", async () => {
    const variables = { KNOWLEDGE_BASE_URL: "http://127.0.0.1:9", KNOWLEDGE_BASE_API_KEY: "" };
    const { code, stderr } = await runConformanceCommand([], variables);
    expect({ code, stderr }).toEqual({
      code: 2,
      stderr: `knowledge-base-conformance: --api-key is missing, and KNOWLEDGE_BASE_API_KEY is not set. ${seeHelp}\n`,
    });
  });

  it("a records file, with every problem of it", async () => {
    const path = await createTestFile("records.json", '{"brainId":5,"color":"blue","slug":""}');
    const { code, stderr } = await runConformanceCommand([...target, "--records", path]);
    expect(code).toBe(3);
    expect(
      stderr,
    ).toBe(`knowledge-base-conformance: Failed to read ${path}: 3 problems. See knowledge-base-conformance --help for its form.
  color is not an option; the options are ${Object.keys(records).join(", ")}
  brainId must be a string that is not empty (got 5)
  slug must be a string that is not empty (got "")
`);
  });

  it.each(["", "[]", "{", "null"])("a records file with the text '%s'", async (text) => {
    const path = await createTestFile("records.json", text);
    const { code, stderr } = await runConformanceCommand([...target, "--records", path]);
    expect({ code, stderr }).toEqual({ code: 3, stderr: expect.stringContaining("it is not a JSON object") });
  });

  it("a records file that is not there, and a report that cannot be written", async () => {
    expect(await runConformanceCommand([...target, "--records", "/nowhere/records.json"])).toMatchObject({
      code: 3,
      stderr: expect.stringContaining("Failed to read /nowhere/records.json: there is no such file or folder. See"),
    });
    const { flags } = await start();
    expect(
      await runConformanceCommand([...flags, "--only", "errors/", "--json", "/nowhere/report.json"]),
    ).toMatchObject({
      code: 3,
      stderr: expect.stringContaining(
        "Failed to write the report to /nowhere/report.json: there is no such file or folder. Use",
      ),
    });
  });

  it("a service that is not there", async () => {
    const { code, stderr } = await runConformanceCommand(target);
    expect(code).toBe(4);
    expect(stderr).toContain("got no response: fetch failed");
    expect(stderr).toContain("Check the base URL, and whether the service is running.");
    expect(stderr).not.toContain("secret_key");
  });
});
