import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { ChildProcessRun, nodeCommandLine } from "@knowledge-base/internal/test-helpers/child-process-run.ts";
import { createFile } from "@knowledge-base/internal/test-helpers/create-file.ts";
import { createReferenceServer } from "@knowledge-base/server";
import { connect } from "@knowledge-base/server/control";
import { describe, expect, it } from "vitest";
import { recordsOf } from "../../server/test/helpers/build-state.ts";
import { openListener, openServerListener } from "../../server/test/helpers/open-listener.ts";
import { startServer } from "../../server/test/helpers/server-run.ts";
import { runConformanceCommand, startConformanceCommand } from "./helpers/run-conformance-command.ts";

const commandLine = nodeCommandLine(new URL("../src/cli.ts", import.meta.url));

// Serves a reference server, and returns the arguments of the command for it, with a module of a setup.
async function serveWith(module: string) {
  const server = createReferenceServer();
  const { url } = await openServerListener({}, server);
  return { server, args: [url, "--api-key", server.apiKey, "--setup", await createFile("setup.mjs", module)] };
}

// Starts a service with a plain admin API below `/admin`, which returns JSON and requires a token.
async function startAdminApi() {
  const server = createReferenceServer();
  const { brains, pages } = server.control;
  const handleAdmin = async (request: Request, path: string) => {
    if (request.headers.get("authorization") !== "Bearer admin_token") return Response.json({}, { status: 401 });
    const [brainId = "", , slug = "", action] = path.split("/").slice(3);
    if (request.method === "DELETE") {
      brains.delete({ brainId });
      return Response.json({ deleted: true });
    }
    if (action === "restore") return Response.json(pages.restore({ brainId, slug }));
    const input = await request.json();
    return Response.json(brainId === "" ? brains.create(input) : pages.create({ brainId, ...input }));
  };
  const { url } = await openListener(async (request) => {
    const path = new URL(request.url).pathname;
    return path.startsWith("/admin/") ? handleAdmin(request, path) : server.fetch(request);
  });
  return { server, url, variables: { ADMIN_URL: `${url}/admin`, ADMIN_TOKEN: "admin_token" } };
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
    const setup = "@knowledge-base/conformance/reference-server";
    const flags = [url, "--api-key", apiKeys[0] ?? "", "--setup", setup, "--write", "--strict"];
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
    const wrong = await runConformanceCommand(flags, { ...variables, ADMIN_TOKEN: "wrong" });
    const message = "Failed to run the suite: the setup failed: POST /brains failed with 401.";
    expect(wrong).toMatchObject({ code: 2, stderr: `knowledge-base-conformance: ${message}\n` });
  });

  it.each([
    {
      name: "ends with 3 if the records can't be removed",
      module: 'export default () => ({ remove: () => { throw new Error("it is locked"); } });',
      code: 3,
      stdout: /\nThe records were not left as they were: it is locked\n/,
      stderr: /^$/,
    },
    {
      name: "ends with 2 if its module calls process.exit while it is loaded",
      module: "process.exit(0);",
      code: 2,
      stdout: /^$/,
      stderr:
        /^knowledge-base-conformance: Failed to load the setup .*: process\.exit was called before the end of the run\.\n$/,
    },
    {
      name: "leaves the standard output to a report, whatever its module prints",
      module: 'console.log("loading"); export const setup = () => console.log("setting up") ?? {};',
      flags: ["--json", "-"],
      code: 0,
      stdout: /^\{\n.*"conclusion": "conforms".*\n\}\n$/s,
      stderr: /^loading\n(.*\n)*setting up\n/,
    },
    {
      name: "ends after the report, even if its module leaves a timer that never ends",
      module: "setInterval(() => {}, 1000); export const setup = () => ({});",
      code: 0,
      stdout: / 6 passed, 0 failed,/,
      stderr: /^$/,
    },
    {
      name: "ends in time and with a reason if its setup never ends",
      module: 'export const setup = () => new Promise(() => setTimeout(() => { throw new Error("a bug"); }));',
      code: 3,
      stdout: "",
      stderr:
        /^Error: a bug\n(.*\n)*knowledge-base-conformance: Failed to run the suite: the setup failed: setup took longer than 5000 ms\.\n$/,
    },
  ])("$name", async ({ module, flags = [], code, stdout, stderr }) => {
    const { args } = await serveWith(module);
    await using command = new ChildProcessRun([...commandLine, ...args, "--only", "errors/", ...flags]);
    const ended = await command.ended;
    expect(ended, ended.stderr).toMatchObject({ code, stdout: expect.stringMatching(stdout) });
    expect(ended.stderr).toMatch(stderr);
  });

  it("ends with 130 if it is stopped before the first case", async () => {
    const { args } = await serveWith(
      "export const setup = () => new Promise((resolve) => setTimeout(() => resolve({}), 500));",
    );
    const command = startConformanceCommand(args);
    await command.waitForOutput("Conformance of");
    const stderr = "knowledge-base-conformance: Failed to run the suite: the run was stopped: SIGINT was received.\n";
    expect(await command.stop("SIGINT")).toMatchObject({ code: 130, stderr });
  });
});

describe("a run that ends early removes the records of its setup and reports the reason", () => {
  type End = (command: ChildProcessRun) => unknown;
  const send = (signal: NodeJS.Signals) => (command: ChildProcessRun) => command.child.kill(signal);
  const twice: End = ({ child }) => child.kill("SIGINT") && child.kill("SIGINT");
  const wait: End = () => {};
  const exited = "the run was stopped: process.exit was called before the end of the run";
  const uncaught = "the run was stopped: an error was not caught: a bug";

  const reject = 'setTimeout(() => Promise.reject(new Error("a bug")), 200)';
  const stopReading: End = ({ child }) => child.stdout?.destroy();

  // `next` is what the setup does after it has created the records.
  // biome-ignore format: one row a line
  it.each<{ name: string; next: string; end: End; code: number; reason: string }>([
    { name: "SIGINT", next: "", end: send("SIGINT"), code: 130, reason: "the run was stopped: SIGINT was received" },
    { name: "SIGINT twice at once, as npx sends it", next: "", end: twice, code: 130, reason: "the run was stopped: SIGINT was received" },
    { name: "SIGTERM", next: "", end: send("SIGTERM"), code: 143, reason: "the run was stopped: SIGTERM was received" },
    { name: "SIGHUP", next: "", end: send("SIGHUP"), code: 129, reason: "the run was stopped: SIGHUP was received" },
    { name: "an error in a timer", next: 'setTimeout(() => { throw new Error("a bug") }, 200)', end: wait, code: 3, reason: uncaught },
    { name: "a promise that rejects", next: reject, end: wait, code: 3, reason: uncaught },
    { name: "process.exit", next: "setTimeout(() => process.exit(0), 200)", end: wait, code: 3, reason: exited },
    { name: "process.exit in an action", next: "result.actions.readPage = () => process.exit(0)", end: wait, code: 3, reason: exited },
    { name: "the end of what reads its output, which doesn't stop it", next: "", end: stopReading, code: 0, reason: "" },
  ])("after $name", async ({ next, end, code, reason }) => {
    const reference = JSON.stringify(new URL("../src/setup/setup.ts", import.meta.url));
    const { server, args } = await serveWith(
      `import { setup as create } from ${reference};
      export const setup = async (context) => { const result = await create(context); ${next}; return result; }`,
    );
    const before = recordsOf(server);
    const path = await createFile("report.xml", "");
    await using command = new ChildProcessRun([...commandLine, ...args, "--write", "--junit", path]);
    await command.waitForOutput("authentication");
    end(command);
    const ended = await command.ended;
    expect(ended, ended.stderr).toMatchObject({ code, signal: null, stdout: expect.stringContaining(reason) });
    expect(await readFile(path, "utf8")).toContain(reason);
    expect(recordsOf(server)).toEqual(before);
  });
});
