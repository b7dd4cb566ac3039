import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { createReferenceServer } from "@knowledge-base/server";
import { connect } from "@knowledge-base/server/control";
import { describe, expect, it } from "vitest";
import { ChildProcessRun, nodeCommandLine } from "../../internal/test/helpers/child-process-run.ts";
import { createFile } from "../../internal/test/helpers/create-file.ts";
import { openServerListener } from "../../server/test/helpers/open-listener.ts";
import { recordsOf } from "../../server/test/helpers/open-server.ts";
import { startServer } from "../../server/test/helpers/server-run.ts";
import { runConformanceCommand, startConformanceCommand } from "./helpers/run-conformance-command.ts";
import { startAdminApi } from "./helpers/start-admin-api.ts";

const commandLine = nodeCommandLine(new URL("../src/cli.ts", import.meta.url));
const referenceSetup = "@knowledge-base/conformance/reference-server";

async function serveReference() {
  const server = createReferenceServer();
  const { url } = await openServerListener({}, server);
  const target = [url, "--api-key", server.apiKey];
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
    const { code, stdout } = await runConformanceCommand([...(await serveReference()).target, "--setup", setup]);
    expect(code).toBe(3);
    expect(stdout).toContain("\nThe records were not left as they were: it is locked\n");
  });

  it("ends with 2 if its module calls process.exit while it is loaded", async () => {
    const setup = await createFile("setup.mjs", "process.exit(0);");
    await using command = new ChildProcessRun([...commandLine, ...(await serveReference()).target, "--setup", setup]);
    const reason = "process.exit was called before the end of the run";
    const stderr = `knowledge-base-conformance: Failed to load the setup ${setup}: ${reason}.\n`;
    expect(await command.ended).toMatchObject({ code: 2, stdout: "", stderr });
  });

  it("ends with 130 if it is stopped before the first case", async () => {
    const setup = await createFile(
      "setup.mjs",
      "export const setup = () => new Promise((resolve) => setTimeout(() => resolve({}), 500));",
    );
    const command = startConformanceCommand([...(await serveReference()).target, "--setup", setup]);
    await command.waitForOutput("Conformance of");
    const stderr = "knowledge-base-conformance: Failed to run the suite: the run was stopped: SIGINT was received.\n";
    expect(await command.stop("SIGINT")).toMatchObject({ code: 130, stderr });
  });

  it("leaves the standard output to a report, whatever its module prints", async () => {
    const text = `console.log("loading"); export const setup = () => console.log("setting up") ?? {};`;
    const flags = ["--setup", await createFile("setup.mjs", text), "--only", "errors/", "--json", "-"];
    await using command = new ChildProcessRun([...commandLine, ...(await serveReference()).target, ...flags]);
    const { code, stdout, stderr } = await command.ended;
    expect({ code, conclusion: JSON.parse(stdout).conclusion }).toEqual({ code: 0, conclusion: "conforms" });
    expect(stderr).toMatch(/^loading\n(.*\n)*setting up\n/);
  });
});

// Returns the setup of the reference server, which then does something else.
function createSetup(then: string): Promise<string> {
  const reference = JSON.stringify(new URL("../src/reference-server/setup.ts", import.meta.url));
  const text = `export const setup = async (context) => { const result = await create(context); ${then}; return result; }`;
  return createFile("setup.mjs", `import { setup as create } from ${reference};\n${text}`);
}

describe("a run that ends early", () => {
  type End = (command: ChildProcessRun) => unknown;
  const send = (signal: NodeJS.Signals) => (command: ChildProcessRun) => command.child.kill(signal);
  const twice: End = ({ child }) => child.kill("SIGINT") && child.kill("SIGINT");
  const wait: End = () => {};
  const exited = "process.exit was called before the end of the run";
  const throwing = `setTimeout(() => { throw new Error("a bug") }, 200)`;
  const rejecting = `setTimeout(() => Promise.reject(new Error("a bug")), 200)`;

  // biome-ignore format: one row a line
  it.each<[what: string, then: string, end: End, code: number, reason?: string]>([
    ["SIGINT", "", send("SIGINT"), 130, "SIGINT was received"],
    ["SIGINT twice at once, as npx sends it", "", twice, 130, "SIGINT was received"],
    ["SIGTERM", "", send("SIGTERM"), 143, "SIGTERM was received"],
    ["SIGHUP", "", send("SIGHUP"), 129, "SIGHUP was received"],
    ["an error in a timer", throwing, wait, 3, "an error was not caught: a bug"],
    ["a promise that rejects", rejecting, wait, 3, "an error was not caught: a bug"],
    ["process.exit", "setTimeout(() => process.exit(0), 200)", wait, 3, exited],
    ["process.exit in a control", `result.controls.readPage = () => process.exit(0)`, wait, 3, exited],
    ["the end of what reads its output, which doesn't stop it", "", ({ child }) => child.stdout?.destroy(), 0],
  ])("removes the records of its setup and reports the reason, after %s", async (_, then, end, code, reason) => {
    const stdout = reason === undefined ? "" : `the run was stopped: ${reason}`;
    const { server, target } = await serveReference();
    const before = recordsOf(server);
    const path = await createFile("report.xml", "");
    const flags = ["--setup", await createSetup(then), "--write", "--junit", path];
    await using command = new ChildProcessRun([...commandLine, ...target, ...flags]);
    await command.waitForOutput("authentication");
    end(command);
    const ended = await command.ended;
    expect(ended, ended.stderr).toMatchObject({ code, signal: null, stdout: expect.stringContaining(stdout) });
    expect(await readFile(path, "utf8")).toContain(stdout);
    expect(recordsOf(server)).toEqual(before);
  });

  it("ends in time and with a reason if its setup never ends", async () => {
    const setup = await createSetup(`await new Promise(() => setTimeout(() => { throw new Error("a bug"); }))`);
    await using command = new ChildProcessRun([...commandLine, ...(await serveReference()).target, "--setup", setup]);
    const { code, stderr } = await command.ended;
    const end =
      "knowledge-base-conformance: Failed to run the suite: the setup failed: setup took longer than 5000 ms.\n";
    expect({ code, stderr }).toEqual({ code: 3, stderr: expect.stringMatching(`^Error: a bug\n(.*\n)*${end}$`) });
  });
});
