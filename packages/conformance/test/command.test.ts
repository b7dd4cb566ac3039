import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { type ConformanceReport, conformanceCases } from "@knowledge-base/conformance";
import { createReferenceServer } from "@knowledge-base/server";
import { listen } from "@knowledge-base/server/node";
import { describe, expect, it, onTestFinished } from "vitest";
import { createTestFile } from "./create-test-file.ts";
import { runConformanceCommand, startConformanceCommand } from "./run-conformance-command.ts";
import { startServer } from "./start-server.ts";
import { createTestState, records } from "./test-targets.ts";

const guide = new URL("../../../docs/guides/checking-an-implementation.md", import.meta.url);

/** Starts a reference server whose index is in the wrong order if it is faulty, and returns the flags that name it. */
async function start({ isFaulty = false } = {}) {
  const server = createReferenceServer({ seed: createTestState() });
  const fetch = async (input: string | URL | Request, init?: RequestInit) => {
    const request = new Request(input, init);
    const response = await server.fetch(request);
    if (!isFaulty || !response.ok || !request.url.endsWith("/index")) return response;
    return Response.json((await response.json()).reverse());
  };
  const listener = await listen({ ...server, fetch });
  onTestFinished(() => listener.close({ timeout: 0 }));
  const flags = ["--base-url", listener.url, "--api-key", server.apiKey];
  const recordsFile = await createTestFile("records.json", JSON.stringify(records));
  return { server, listener, flags, flagsWithRecords: [...flags, "--records", recordsFile] };
}

/** Runs the command with files for its reports, and returns their content. */
async function runWithReports(flags: readonly string[]) {
  const names = ["json", "junit", "html"];
  const paths = await Promise.all(names.map((name) => createTestFile(name, "")));
  const result = await runConformanceCommand([...flags, ...names.map((name, index) => `--${name}=${paths[index]}`)]);
  const [json = "", junit = "", html = ""] = await Promise.all(paths.map((path) => readFile(path, "utf8")));
  return { ...result, json, junit, html, report: JSON.parse(json) as ConformanceReport };
}

describe("a run of knowledge-base-conformance", () => {
  it("checks a deployment without changing it, and lists what it did not check", async () => {
    const { server, flagsWithRecords } = await start();
    const before = server.snapshot();
    const { stdout, ...rest } = await runConformanceCommand(flagsWithRecords);
    expect(rest).toEqual({ code: 0, stderr: "" });
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

  it("checks more with --write, and changes the named records only", async () => {
    const { server, flagsWithRecords } = await start();
    const { code, stdout } = await runConformanceCommand([...flagsWithRecords, "--write"]);
    expect(code, stdout).toBe(0);
    expect(stdout).toContain("(with requests that change records)");
    const { pages, bindings } = server.snapshot();
    expect(pages.find(({ slug }) => slug === records.slug)?.status).toBe("archived");
    expect(bindings.some(({ id }) => id === records.bindingId)).toBe(false);
    expect(bindings.some(({ id }) => id === records.foreignBindingId)).toBe(true);
  });

  it("lists what would enable more cases, as the guide shows", async () => {
    const [, shown = ""] = /^```text\n(○ To check more cases\n[^`]*)```$/m.exec(await readFile(guide, "utf8")) ?? [];
    const { stdout } = await runConformanceCommand((await start()).flags);
    expect(shown).not.toBe("");
    for (const part of shown.trimEnd().split("…")) expect(stdout).toContain(part);
  });

  it("takes the base URL and the key from variables", async () => {
    const [, url = "", , key = ""] = (await start()).flags;
    expect(await runConformanceCommand([], { KNOWLEDGE_BASE_URL: url, KNOWLEDGE_BASE_API_KEY: key })).toMatchObject({
      code: 0,
    });
  });

  it("writes reports as JSON, JUnit XML and HTML, and ends with 1 if something fails", async () => {
    const { flagsWithRecords, server } = await start({ isFaulty: true });
    const { code, stdout, report, junit, html, json } = await runWithReports(flagsWithRecords);
    expect(code).toBe(1);
    expect(stdout).toContain("\nDoes not conform. ");
    expect(report.results.map(({ id }) => id)).toEqual(conformanceCases.map(({ id }) => id));
    expect(junit.match(/<testcase /g)).toHaveLength(conformanceCases.length);
    expect(html).toContain('<p class="conclusion failed">Does not conform</p>');
    expect(json + junit + html + stdout).not.toContain(server.apiKey);
  });

  it("ends with 1 if nothing was checked, and is not green in a terminal", async () => {
    const flags = [...(await start()).flags, "--only", "promptIndex.get/success"];
    const { code, report, junit } = await runWithReports(flags);
    expect(code).toBe(1);
    expect(report).toMatchObject({ conforms: false, counts: { notChecked: 1 } });
    expect(junit).toContain('<error message="Nothing was checked"/>');
    const { stdout } = await runConformanceCommand(flags, {}, { isTTY: true });
    expect(stdout).toContain("\u001b[31mNothing was checked.\u001b[39m 0 passed, 0 failed, 0 differ, 1 not checked,");
  });

  it("puts nothing but a report into the standard output that a report is sent to", async () => {
    const { flags } = await start();
    const { stdout, stderr } = await runConformanceCommand([...flags, "--only", "errors/", "--json", "-"]);
    const { results }: ConformanceReport = JSON.parse(stdout);
    expect(new Set(results.map(({ group }) => group))).toEqual(new Set(["Errors"]));
    expect(stderr).toContain("Conforms, as far as checked");
  });

  it.each([["--json=-"], ["--junit=-"], []])("prints no control characters of a response with %s", async (...form) => {
    const hostile = "\u001b[31m\u009b2J\u202e";
    // JSON, or the run would not begin.
    const url = await startServer((_, response) => response.end(`"${hostile.slice(1)}"`));
    const flags = ["--base-url", `${url}/${hostile}`, "--api-key", "key", "--only", "errors/", ...form];
    const { code, stdout, stderr } = await runConformanceCommand(flags);
    expect(code).toBe(1);
    expect((stdout + stderr).replaceAll("\n", "")).not.toMatch(/[\p{Cc}\p{Bidi_Control}]/u);
  });

  it("ends with 1 with --strict if a required case was not checked", async () => {
    const { code, stdout } = await runConformanceCommand([...(await start()).flagsWithRecords, "--strict"]);
    expect(code).toBe(1);
    expect(stdout).toContain("\nIncomplete. Required cases were not checked. ");
  });

  it("accepts the deviations that --write-expect has written", async () => {
    const { flagsWithRecords } = await start({ isFaulty: true });
    const path = await createTestFile("expected.json", "");
    expect((await runConformanceCommand([...flagsWithRecords, "--write-expect", path])).code).toBe(1);
    expect(JSON.parse(await readFile(path, "utf8"))).toEqual({
      "promptIndex.get/pinned-first": { status: "failed", reason: expect.stringContaining("comes after one") },
    });
    const { code, stdout } = await runConformanceCommand([...flagsWithRecords, "--expect", path]);
    expect(code).toBe(0);
    expect(stdout).toContain("✗ Known deviations\n  promptIndex.get/pinned-first: failed (");
    expect(stdout).toContain("\nConforms except for known deviations. ");
    const fixed = await runConformanceCommand([...(await start()).flagsWithRecords, "--expect", path]);
    expect(fixed).toMatchObject({ code: 0, stdout: expect.stringContaining(": passed unexpectedly (") });
  });

  it("ends with 6 if the service stops responding", async () => {
    const { flagsWithRecords, listener } = await start();
    const command = startConformanceCommand(flagsWithRecords);
    await command.waitForOutput("Authentication");
    await listener.close({ timeout: 0 });
    const { code, stdout } = await command.ended;
    expect(code).toBe(6);
    expect(stdout).toMatch(/\nInterrupted at .*\nInterrupted\. The result is not known\. /s);
  });

  it("ends with 4 if the service is not there", async () => {
    const closed = createServer().listen(0, "127.0.0.1");
    await new Promise((resolve) => closed.once("listening", resolve));
    const { port } = closed.address() as AddressInfo;
    closed.close();
    const flags = ["--base-url", `http://127.0.0.1:${port}`, "--api-key", "secret_key"];
    const { code, stderr } = await runConformanceCommand(flags);
    expect(code).toBe(4);
    expect(stderr).toMatch(/got no response: fetch failed.*Check the base URL, and whether the service is running\./s);
    expect(stderr).not.toContain("secret_key");
  });
});

it("--list lists the cases", async () => {
  const { code, stdout } = await runConformanceCommand(["--list"]);
  expect(code).toBe(0);
  for (const { id, title } of conformanceCases) expect(stdout).toContain(`${id}\n  ${title} (section `);
});

it("--help names every record and exit code, and --version the version", async () => {
  const { code, stdout } = await runConformanceCommand(["--help"]);
  expect(code).toBe(0);
  for (const name of Object.keys(records)) expect(stdout).toContain(`    "${name}": "`);
  expect(stdout.match(/^ {2}\d+(?= +\w)/gm)?.map(Number)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 130, 143]);
  expect((await runConformanceCommand(["--version"])).stdout).toMatch(/^\d+\.\d+\.\d+\n$/);
});
