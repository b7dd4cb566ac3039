import { fileURLToPath } from "node:url";
import { createReferenceServer } from "@knowledge-base/server";
import { connect, withControl } from "@knowledge-base/server/control";
import { listen } from "@knowledge-base/server/node";
import { describe, expect, it, onTestFinished } from "vitest";
import { nodeCommandLine, RunningCommand } from "../../internal/test/start-command.ts";
import { createFile, startServer } from "../../server/test/cli/server-run.ts";
import { recordsOf } from "../../server/test/records-of.ts";
import { startAdminApi } from "./admin-api/start-admin-api.ts";
import { runConformanceCommand, startConformanceCommand } from "./run-conformance-command.ts";

const referenceSetup = "@knowledge-base/conformance/reference-server";

/** Starts a reference server with its controls, and returns the flags that name it and its setup. */
async function start() {
  const server = createReferenceServer();
  const listener = await listen({ ...server, fetch: withControl(server) });
  onTestFinished(() => listener.close({ timeout: 0 }));
  const target = [listener.url, "--api-key", server.apiKey];
  return { server, target, flags: [...target, "--setup", referenceSetup, "--write"] };
}

describe("--setup", () => {
  it("checks every case of the command knowledge-base-server, and removes the records", async () => {
    const token = "token_of_the_controls";
    const { url, apiKeys } = await startServer(["--control-token", token]);
    const { snapshot } = await connect(url, { token });
    const readRecords = async () => {
      const state = await snapshot();
      return recordsOf({ snapshot: () => state });
    };
    const before = await readRecords();
    const flags = [url, "--api-key", apiKeys[0] ?? "", "--setup", referenceSetup, "--write", "--strict"];
    const result = await runConformanceCommand(flags, { KNOWLEDGE_BASE_SERVER_CONTROL_TOKEN: token });
    expect(result).toMatchObject({ code: 0, stderr: "" });
    expect(result.stdout).toMatch(/\nConforms\. \d+ passed, 0 failed, 0 differ, 0 not checked, 0 not completed\.\n$/);
    expect(await readRecords()).toEqual(before);
    const wrong = await runConformanceCommand(flags, { KNOWLEDGE_BASE_SERVER_CONTROL_TOKEN: "wrong" });
    const message = "Failed to run the suite: the setup failed: organizations/create failed with 401: ";
    expect(wrong).toMatchObject({ code: 2, stderr: expect.stringContaining(message) });
  });

  it("takes the module of the guide, which calls a plain admin API, and ends with 2 if it fails", async () => {
    const { server, url, variables } = await startAdminApi();
    const before = recordsOf(server);
    const setup = fileURLToPath(new URL("admin-api/setup.mjs", import.meta.url));
    const flags = [url, "--api-key", server.apiKey, "--setup", setup, "--write"];
    const { code, stdout, stderr } = await runConformanceCommand(flags, variables);
    expect({ code, stderr }, stdout).toEqual({ code: 0, stderr: "" });
    expect(stdout).toContain("✓ archives a page that can be restored");
    expect(recordsOf(server)).toEqual(before);
    expect(await runConformanceCommand(flags, { ...variables, ADMIN_TOKEN: "wrong" })).toMatchObject({
      code: 2,
      stderr: "knowledge-base-conformance: Failed to run the suite: the setup failed: POST /brains failed with 401.\n",
    });
  });

  it("ends with 3 if the records can't be removed", async () => {
    const text = `export default () => ({ remove: () => { throw new Error("it is locked"); } });`;
    const setup = await createFile("setup.mjs", text);
    const { code, stdout } = await runConformanceCommand([...(await start()).target, "--setup", setup]);
    expect(code).toBe(3);
    expect(stdout).toContain("\nThe records of the setup were not removed: it is locked\n");
  });

  it.each([
    ["SIGINT", 130],
    ["SIGTERM", 143],
  ] as const)("removes the records after %s, and ends with %i", async (signal, code) => {
    const { server, flags } = await start();
    const before = recordsOf(server);
    const command = startConformanceCommand(flags);
    await command.waitForOutput("promptIndex.get");
    const stdout = expect.stringContaining("the run was stopped");
    expect(await command.stop(signal)).toMatchObject({ code, stdout });
    expect(recordsOf(server)).toEqual(before);
  });

  it("ends with 130 if it is stopped before the first case", async () => {
    const setup = await createFile(
      "setup.mjs",
      "export const setup = () => new Promise((resolve) => setTimeout(() => resolve({}), 500));",
    );
    const command = startConformanceCommand([...(await start()).target, "--setup", setup]);
    await command.waitForOutput("Conformance of");
    const stderr = "knowledge-base-conformance: Failed to run the suite: it was stopped.\n";
    expect(await command.stop("SIGINT")).toMatchObject({ code: 130, stderr });
  });

  it("leaves the standard output to a report, whatever its module prints", async () => {
    const text = `console.log("loading"); export const setup = () => console.log("setting up") ?? {};`;
    const flags = ["--setup", await createFile("setup.mjs", text), "--only", "errors/", "--json", "-"];
    const commandLine = nodeCommandLine(new URL("../src/cli.ts", import.meta.url));
    await using command = new RunningCommand([...commandLine, ...(await start()).target, ...flags]);
    const { code, stdout, stderr } = await command.ended;
    expect({ code, conclusion: JSON.parse(stdout).conclusion }).toEqual({ code: 0, conclusion: "conforms" });
    expect(stderr).toMatch(/^loading\n(.*\n)*setting up\n/);
  });

  it("removes the records after SIGINT in a process of its own", async () => {
    const { server, flags } = await start();
    const before = recordsOf(server);
    const commandLine = nodeCommandLine(new URL("../src/cli.ts", import.meta.url));
    await using command = new RunningCommand([...commandLine, ...flags]);
    await command.waitForOutput("promptIndex.get");
    expect(await command.stop("SIGINT")).toMatchObject({ code: 130, signal: null, stderr: "" });
    expect(recordsOf(server)).toEqual(before);
  });
});
