import { createFile } from "@knowledge-base/internal/test-helpers/create-file.ts";
import { connect } from "@knowledge-base/server/control";
import { expect, it } from "vitest";
import { runServer, startServer, startServerWithText } from "../helpers/server-run.ts";

const imports = `import { implement } from "@knowledge-base/server";
import { defineOperation } from "@knowledge-base/types";
import * as z from "zod";
const read = { summary: "Count", method: "GET", success: { status: 200, schema: z.unknown() }, errors: [], idempotency: "safe" };
const declare = (path, id = "it.counts") => defineOperation({ id, path, ...read });`;

// Writes a module beside this one, so that it can import the packages of the repository.
const createModule = (text: string) => createFile("operations.ts", `${imports}\n${text}`, import.meta.dirname);

it("--operations adds the custom operations that a module exports", async () => {
  const path = await createModule(`
      export const declaration = declare("/v1/brains/{brainId}/count");
      const count = implement(declaration, ({ control, input }) => control.pages.list(input).length);
      const fails = implement(declare("/v1/fails", "it.fails"), () => { throw new Error("no\\u001b pages"); });
      export default [count, fails];
      export const again = count;`);
  const { command, url } = await startServerWithText(["--operations", path]);
  const get = (target: string) => fetch(url + target, { headers: { "x-api-key": "kb_demo_harbour_line" } });
  expect(await (await get("/v1/brains/brain_operations/count")).json()).toBeGreaterThan(10);
  expect((await get("/v1/fails")).status).toBe(500);
  const { journal } = await connect(url);
  expect(await journal.entries({ operation: "it.counts" })).toHaveLength(1);
  expect(command.stdout).toContain("\n  operations   it.counts, it.fails\n");
  expect((await command.stop()).stdout).toMatch(/ GET \/v1\/fails 500 \d+ ms \S+\/request_\d: no\\u001b pages\n$/);
});

it("--operations confirms an authorization with the operations of the demo", async () => {
  const { command, url } = await startServerWithText(["--operations", "demo"]);
  const headers = { "x-api-key": "kb_demo_harbour_line", "content-type": "application/json" };
  const post = async (path: string, body: object) => {
    const response = await fetch(url + path, { method: "POST", headers, body: JSON.stringify(body) });
    return { status: response.status, body: await response.json() };
  };
  const { body: started } = await post("/v1/brains/brain_operations/messaging/oauth/start", {});
  const { control } = await connect(url);
  const { code, state } = await control.oauth.approve(started);
  const confirmed = await post("/v1/messaging/oauth/confirm", { code, state });
  const [installation] = (await control.installations.list()).slice(-1);
  expect(confirmed).toEqual({ status: 201, body: { installationId: installation?.id } });
  expect(await post("/v1/messaging/oauth/confirm", { code, state })).toMatchObject({ status: 400 });
  expect(command.stdout).toContain("\n  operations   oauth.confirm\n");
});

const twice = 'export default [1, 2].map(() => implement(declare("/v1/a"), () => 1));';
it.each([
  { name: "exports none", text: "export const path = 1;", problem: "it exports no custom operation." },
  { name: "throws", text: 'throw new Error("not today");', problem: "not today." },
  { name: "exports one twice", text: twice, problem: "another operation has this id." },
])("--operations rejects a module that $name, with exit code 3", async ({ text, problem }) => {
  const path = await createModule(text);
  const result = await runServer(["--port=0", "--operations", path]);
  expect(result).toMatchObject({ code: 3, stdout: "" });
  expect(result.stderr).toContain(`knowledge-base-server: Failed to load ${path}: `);
  expect(result.stderr).toContain(problem);
});

it("--operations rejects a missing file with exit code 3", async () => {
  const stderr = expect.stringContaining("Failed to load /no/such/file.js: ENOENT: no such file or directory");
  expect(await runServer(["--operations=/no/such/file.js"])).toMatchObject({ code: 3, stderr });
});

it("--operations finds what a module of CommonJS exports", async () => {
  const path = await createModule(`
      const compiled = { one: implement(declare("/v1/one", "it.one"), () => 1), __esModule: true };
      compiled.default = { two: [implement(declare("/v1/two", "it.two"), () => 2)] };
      export default compiled;`);
  const { send } = await startServer(["--operations", path]);
  expect(await (await send("/v1/one")).json()).toBe(1);
  expect(await (await send("/v1/two")).json()).toBe(2);
});
