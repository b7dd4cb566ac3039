import { readFile } from "node:fs/promises";
import { createReferenceServer } from "@knowledge-base/server";
import { listen } from "@knowledge-base/server/node";
import { describe, expect, it, onTestFinished } from "vitest";
import { createTestFile } from "./create-test-file.ts";
import { runConformanceCommand, startConformanceCommand } from "./run-conformance-command.ts";
import { createTestState, records } from "./test-targets.ts";

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
  const path = await createTestFile("records.json", JSON.stringify(records));
  return { listener, flags: ["--base-url", listener.url, "--api-key", server.apiKey, "--records", path] };
}

describe("knowledge-base-conformance", () => {
  it("writes a report as HTML", async () => {
    const { flags } = await start({ isFaulty: true });
    const path = await createTestFile("report.html", "");
    const { code } = await runConformanceCommand([...flags, "--html", path]);
    expect(code).toBe(1);
    const page = await readFile(path, "utf8");
    expect(page).toContain('<p class="conclusion failed">Does not conform</p>');
    expect(page).toContain("x-api-key: [redacted]");
  });

  it("ends with 1 with --strict if a required case was not checked", async () => {
    const { flags } = await start();
    const { code, stdout } = await runConformanceCommand([...flags, "--strict"]);
    expect(code).toBe(1);
    expect(stdout).toContain("\nIncomplete. Required cases were not checked. ");
  });

  it("accepts the deviations that --write-expect has written", async () => {
    const { flags } = await start({ isFaulty: true });
    const path = await createTestFile("expected.json", "");
    expect((await runConformanceCommand([...flags, "--write-expect", path])).code).toBe(1);
    const written = JSON.parse(await readFile(path, "utf8"));
    expect(written).toEqual({
      "promptIndex.get/pinned-first": { status: "failed", reason: expect.stringContaining("comes after one") },
    });
    const { code, stdout } = await runConformanceCommand([...flags, "--expect", path]);
    expect(code).toBe(0);
    expect(stdout).toContain("✗ Known deviations\n  promptIndex.get/pinned-first: failed (");
    expect(stdout).toContain("\nConforms except for known deviations. ");
    const fixed = await start();
    const strict = await runConformanceCommand([...fixed.flags, "--expect", path]);
    expect(strict).toMatchObject({ code: 0, stdout: expect.stringContaining(": passed unexpectedly (") });
  });

  it("ends with 3 for a file of known deviations with problems", async () => {
    const { flags } = await start();
    const path = await createTestFile("expected.json", '{"none/such":{},"promptIndex.get/401":{"status":"failed"}}');
    const { code, stderr } = await runConformanceCommand([...flags, "--expect", path]);
    expect(code).toBe(3);
    expect(stderr).toBe(
      `knowledge-base-conformance: Failed to read ${path}: 2 problems. See knowledge-base-conformance --help for its form.\n` +
        `  "none/such" is not the id of a case\n  promptIndex.get/401.reason is missing\n`,
    );
  });

  it("ends with 6 if the service stops responding", async () => {
    const { flags, listener } = await start();
    await using command = startConformanceCommand(flags);
    await command.waitForOutput("Authentication");
    await listener.close({ timeout: 0 });
    const { code, stdout } = await command.ended;
    expect(code).toBe(6);
    expect(stdout).toContain("\nInterrupted at ");
    expect(stdout).toContain("\nInterrupted. The result is not known. ");
  });
});
