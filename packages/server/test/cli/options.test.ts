import { once } from "node:events";
import { request as httpRequest } from "node:http";
import { createServer } from "node:net";
import { connect } from "@knowledge-base/server/control";
import { demoSeed } from "@knowledge-base/server/demo";
import { describe, expect, it } from "vitest";
import { buildPage, buildState } from "../helpers/open-server.ts";
import { createStateFile, run, startServer } from "../helpers/server-run.ts";

const index = "/v1/brains/brain_operations/index";
const demoKey = { "x-api-key": "kb_demo_harbour_line" };

describe("--seed", () => {
  // biome-ignore format: one row a line
  it.each<[name: string, createSeed: () => Promise<string> | string, state: object]>([
    ["a file", () => createStateFile(buildState()), buildState()],
    ["a file with a byte order mark", () => createStateFile(`\ufeff${JSON.stringify(buildState())}`), buildState()],
    ["a file without an organization", () => createStateFile('{"version":1}'), { organizations: [{ name: "Default organization" }] }],
    ["demo", () => "demo", demoSeed()],
    ["none", () => "none", { organizations: [{ name: "Default organization" }], pages: [] }],
  ])("of %s is what a reset restores", async (_, createSeed, state) => {
    const { url } = await startServer(["--seed", await createSeed()]);
    const { control, reset, snapshot } = await connect(url);
    expect(await snapshot()).toMatchObject(state);
    await control.organizations.create({ name: "East" });
    await reset();
    expect(await snapshot()).toMatchObject(state);
  });

  it("lists the first 20 problems of an invalid state, with exit code 3", async () => {
    const pages = Array.from({ length: 25 }, (_, title) => ({ ...buildPage({ slug: `page-${title}` }), title }));
    const path = await createStateFile(JSON.stringify({ ...buildState(), pages, "a\nb\u001b": [] }));
    const { code, stdout, stderr } = await run(["--port=0", "--seed", path]);
    const [heading, unknown, ...lines] = stderr.split("\n");
    expect({ code, stdout }).toEqual({ code: 3, stdout: "" });
    const advice = "the state is invalid. Correct the problems listed below.";
    expect(heading).toBe(`knowledge-base-server: Failed to load ${path}: ${advice}`);
    expect(unknown).toMatch(/^ {2}a\\u000ab\\u001b is not a known array; /);
    const listed = pages.slice(0, 19).map((_, number) => `  pages[${number}].title must be a string, not ${number}`);
    expect(lines).toEqual([...listed, "  and 6 more", ""]);
  });

  it.each<[name: string, seed: () => Promise<string> | string, cause: string]>([
    ["an empty file", () => createStateFile(""), 'it is empty. A state without records is {"version":1}'],
    ["a key without quotes", () => createStateFile('{"apiKeys":[{"key":kb_secret}]}'), "it is not JSON"],
    ["Latin-1", () => createStateFile(Buffer.from('{"é":1}', "latin1")), "it is not UTF-8"],
    ["a missing file", () => "missing\n.json", "ENOENT: no such file or directory, open 'missing\\u000a.json'"],
    ["a folder", () => import.meta.dirname, "EISDIR: illegal operation on a directory, read"],
  ])("rejects %s with one line and exit code 3", async (_, createSeed, cause) => {
    const seed = await createSeed();
    const advice = 'Use the path of a state file, "demo" or "none".';
    const stderr = `knowledge-base-server: Failed to load ${seed.replace("\n", "\\u000a")}: ${cause}. ${advice}\n`;
    expect(await run(["--seed", seed])).toEqual({ code: 3, stdout: "", stderr });
  });
});

const demoKeys = ["kb_demo_harbour_line", "kb_demo_alder_street"];
const variables = { PORT: "1", KNOWLEDGE_BASE_SERVER_SEED: "none", KNOWLEDGE_BASE_SERVER_API_KEY: "other" };

it.each<[flags: string[], variables: Record<string, string>, keys: string[]]>([
  [["--api-key=my-key", "--seed=none"], {}, ["my-key"]],
  [["--api-key=my-key"], {}, ["my-key", ...demoKeys]],
  [["--api-key=kb_demo_alder_street", "--seed=demo"], {}, demoKeys.toReversed()],
  [["--api-key=my-key"], variables, ["my-key"]],
  [[], { KNOWLEDGE_BASE_SERVER_API_KEY: "my-key", KNOWLEDGE_BASE_SERVER_SEED: "" }, ["my-key", ...demoKeys]],
])("%j with the variables %j has the keys %j", async (flags, variables, keys) => {
  expect((await startServer(flags, variables)).apiKeys).toEqual(keys);
});

it("--random-seed repeats keys", async () => {
  const keys = new Set<string | undefined>();
  for (const flags of [["--random-seed=a"], ["--random-seed=a"], []]) {
    keys.add((await startServer(["--seed=none", ...flags])).apiKeys[0]);
  }
  expect(keys.size).toBe(2);
});

it.each(["120000", "110000-120000"])("--latency=%s delays every response, but no control", async (latency) => {
  const { url } = await startServer([`--latency=${latency}`]);
  const response = fetch(`${url}/v1/nothing`);
  expect(await Promise.race([response, (await connect(url)).reset().then(() => "late")])).toBe("late");
});

// Starts a server, and returns the status of its response to a request.
async function statusOf(flags: readonly string[], request: string, headers: object = {}, variables: object = {}) {
  const { url } = await startServer(["--seed=demo", ...flags], { ...variables });
  const [method, path] = request.split(" ");
  const init = { method, headers: { ...demoKey, "content-type": "application/json", ...headers } };
  const [response] = await once(httpRequest(url + path, init).end(method === "PATCH" ? '{"a":1}' : ""), "response");
  return response.resume().statusCode;
}

it.each([
  [["--strict-bodies"], "", 400],
  [[], "true", 400],
  [[], "", 200],
])("with %j and STRICT_BODIES=%s a body with an unknown field gets %i", async (flags, variable, status) => {
  const update = "PATCH /v1/brains/brain_operations/messaging/bindings/binding_bridge";
  expect(await statusOf(flags, update, {}, { KNOWLEDGE_BASE_SERVER_STRICT_BODIES: variable })).toBe(status);
});

const hosts = "--allowed-hosts=kb.test, .kb.test";

it.each([
  [[], "localhost", 200],
  [[], "kb.test", 403],
  [[hosts], "a.kb.test", 200],
  [[hosts], "evil.test", 403],
])("with %j a request to the host %s gets %i", async (flags, host, status) => {
  expect(await statusOf(flags, "GET /_health", { host })).toBe(status);
});

const token = "sesame-opens-0123456789";

it.each([
  [["--control-token", token], {}],
  [[], { KNOWLEDGE_BASE_SERVER_CONTROL_TOKEN: token }],
])("with %j and the variables %j controls need the token", async (flags, variables) => {
  const now = "POST /_control/clock/now";
  const authorization = `Bearer ${token}`;
  expect(await statusOf(["--host=0.0.0.0", ...flags], now, {}, variables)).toBe(401);
  expect(await statusOf(["--host=0.0.0.0", ...flags], now, { authorization }, variables)).toBe(200);
});

it.each([
  [[], {}, 200],
  [["--no-control"], {}, 404],
  [["--no-control", "--host=0.0.0.0"], {}, 404],
  [[], { KNOWLEDGE_BASE_SERVER_CONTROL: "false" }, 404],
])("with %j and the variables %j the controls and the inspector get %i", async (flags, variables, status) => {
  expect(await statusOf(flags, "GET /_control/openapi.json", {}, variables)).toBe(status);
  expect(await statusOf(flags, "GET /_inspector/", {}, variables)).toBe(status);
  expect(await statusOf(flags, "GET /_health", {}, variables)).toBe(200);
});

it("a browser that opens the URL of the server gets the inspector, if there is one", async () => {
  const accept = "text/html,application/xhtml+xml,*/*;q=0.8";
  expect(await statusOf([], "GET /", { accept })).toBe(302);
  expect(await statusOf(["--no-control"], "GET /", { accept })).toBe(404);
});

it.each([
  [["--cors=http://a.test, http://b.test"], "http://b.test"],
  [["--cors=*"], "*"],
])("%j lets the pages of %s read responses", async (flags, allowed) => {
  const { send } = await startServer(flags);
  const { headers } = await send(index, { headers: { origin: "http://b.test" } });
  expect(headers.get("access-control-allow-origin")).toBe(allowed);
});

it("--trust-proxy makes the URLs of the OAuth flow from the headers of a proxy", async () => {
  const { send } = await startServer(["--seed=demo", "--trust-proxy"]);
  const headers = { ...demoKey, "x-forwarded-proto": "https", "x-forwarded-host": "kb.example" };
  const response = await send("/v1/brains/brain_operations/messaging/oauth/start", { method: "POST", headers });
  expect((await response.json()).authorizationUrl).toMatch(/^https:\/\/kb\.example\/_platform\//);
});

it("the port is 4000 by default, and one in use is rejected with exit code 4", async () => {
  await using other = createServer();
  // If another process has the port already, the result is the same.
  await Promise.race([once(other.listen(4000, "127.0.0.1"), "listening"), once(other, "error")]).catch(() => {});
  const stderr = expect.stringContaining("Failed to listen on 127.0.0.1 port 4000: the port is in use.");
  expect(await run([])).toEqual({ code: 4, stdout: "", stderr });
});
