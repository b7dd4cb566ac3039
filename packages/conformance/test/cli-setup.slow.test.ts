import { fileURLToPath } from "node:url";
import { createReferenceServer } from "@knowledge-base/server";
import { withControl } from "@knowledge-base/server/control";
import { listen } from "@knowledge-base/server/node";
import { describe, expect, it, onTestFinished } from "vitest";
import { startAdminApi } from "./admin-api/start-admin-api.ts";
import { createTestFile } from "./create-test-file.ts";
import { runConformanceCommand, startConformanceCommand } from "./run-conformance-command.ts";

const adminSetup = fileURLToPath(new URL("admin-api/setup.mjs", import.meta.url));

/** A reference server with its controls, and the flags that name it and its setup. */
async function start() {
  const server = createReferenceServer();
  const listener = await listen({ ...server, fetch: withControl(server) });
  onTestFinished(() => listener.close({ timeout: 0 }));
  const target = ["--base-url", listener.url, "--api-key", server.apiKey];
  return { server, target, flags: [...target, "--setup", "@knowledge-base/conformance/reference-server"] };
}

describe("knowledge-base-conformance --setup", () => {
  it("checks every case of a reference server, a second time with the same verdicts, and removes the records", async () => {
    const { server, flags } = await start();
    const before = server.snapshot();
    const first = await runConformanceCommand([...flags, "--write", "--strict"]);
    expect(first).toMatchObject({ code: 0, stderr: "" });
    expect(first.stdout).toMatch(/\nConforms\. \d+ passed, 0 failed, 0 differ, 0 not checked, 0 not completed\.\n$/);
    expect(server.snapshot()).toEqual(before);
    expect(await runConformanceCommand([...flags, "--write", "--strict"])).toEqual(first);
  });

  it("takes a module that calls a plain admin API", async () => {
    const { server, url, variables } = await startAdminApi();
    const before = server.snapshot();
    const flags = ["--base-url", url, "--api-key", server.apiKey, "--setup", adminSetup, "--write"];
    const { code, stdout, stderr } = await runConformanceCommand(flags, variables);
    expect({ code, stderr }, stdout).toEqual({ code: 0, stderr: "" });
    expect(stdout).toContain("✓ archives a page that can be restored, and then appears in the index again");
    expect(server.snapshot()).toEqual(before);
    expect((await runConformanceCommand(flags, variables)).stdout).toEqual(stdout);
  });

  it("ends with 4 if the setup fails", async () => {
    const { server, url, variables } = await startAdminApi();
    const flags = ["--base-url", url, "--api-key", server.apiKey, "--setup", adminSetup];
    expect(await runConformanceCommand(flags, { ...variables, ADMIN_TOKEN: "wrong" })).toMatchObject({
      code: 4,
      stderr: "knowledge-base-conformance: Failed to run the suite: the setup failed: POST /brains failed with 401.\n",
    });
  });

  it("ends with 7 if the records cannot be removed", async () => {
    const { target } = await start();
    const module = await createTestFile(
      "setup.mjs",
      `export default () => ({ remove: () => { throw new Error("it is locked"); } });`,
    );
    const { code, stdout } = await runConformanceCommand([...target, "--setup", module]);
    expect(code).toBe(7);
    expect(stdout).toContain("\nThe records of the setup were not removed: it is locked\n");
  });

  it.each(["SIGINT", "SIGTERM"] as const)("removes the records after %s", async (signal) => {
    const { server, flags } = await start();
    const before = server.snapshot();
    await using command = startConformanceCommand([...flags, "--write"]);
    await command.waitForOutput("promptIndex.get");
    const { code, stdout } = await command.stop(signal);
    expect(code).toBe(signal === "SIGINT" ? 130 : 143);
    expect(stdout).toContain("the run was stopped");
    expect(server.snapshot()).toEqual(before);
  });

  it.each([
    ["a module that is not there", "./nowhere.js", "Failed to load the setup ./nowhere.js: Cannot find"],
    ["a module without the function", "node:fs", "it has no exported function setup and no default export."],
  ])("ends with 3 for %s", async (_, module, message) => {
    const { target } = await start();
    const { code, stderr } = await runConformanceCommand([...target, "--setup", module]);
    expect(code).toBe(3);
    expect(stderr).toContain(message);
  });
});
