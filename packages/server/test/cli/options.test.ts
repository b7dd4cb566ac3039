import { once } from "node:events";
import { request as httpRequest } from "node:http";
import { createServer } from "node:net";
import { connect } from "@knowledge-base/server/control";
import { demoSeed } from "@knowledge-base/server/demo";
import { describe, expect, it } from "vitest";
import { buildPage, buildState } from "../helpers/open-server.ts";
import { createStateFile, runServer, startServer } from "../helpers/server-run.ts";

const demoKey = { "x-api-key": "kb_demo_harbour_line" };

describe("--seed", () => {
  const organizations = [{ name: "Default organization" }];
  it.each<{ name: string; createSeed: () => Promise<string> | string; state: object }>([
    { name: "a file", createSeed: () => createStateFile(buildState()), state: buildState() },
    {
      name: "a file with a byte order mark",
      createSeed: () => createStateFile(`\ufeff${JSON.stringify(buildState())}`),
      state: buildState(),
    },
    { name: "a file without records", createSeed: () => createStateFile('{"version":1}'), state: { organizations } },
    { name: "demo", createSeed: () => "demo", state: demoSeed() },
    { name: "none", createSeed: () => "none", state: { organizations, pages: [] } },
  ])("of $name is what a reset restores", async ({ createSeed, state }) => {
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
    const { code, stdout, stderr } = await runServer(["--port=0", "--seed", path]);
    const [heading, unknown, ...lines] = stderr.split("\n");
    expect({ code, stdout }).toEqual({ code: 3, stdout: "" });
    const advice = "the state is invalid. Correct the problems listed below.";
    expect(heading).toBe(`knowledge-base-server: Failed to load ${path}: ${advice}`);
    expect(unknown).toMatch(/^ {2}a\\u000ab\\u001b is not a known array; /);
    const listed = pages.slice(0, 19).map((_, number) => `  pages[${number}].title must be a string, not ${number}`);
    expect(lines).toEqual([...listed, "  and more", ""]);
  });

  // biome-ignore format: one row a line
  it.each<{ name: string; createSeed: () => Promise<string> | string; cause: string }>([
    { name: "an empty file", createSeed: () => createStateFile(""), cause: 'it is empty. A state without records is {"version":1}' },
    { name: "a key without quotes", createSeed: () => createStateFile('{"apiKeys":[{"key":kb_secret}]}'), cause: "it is not JSON" },
    { name: "Latin-1", createSeed: () => createStateFile(Buffer.from('{"é":1}', "latin1")), cause: "it is not UTF-8" },
    { name: "a missing file", createSeed: () => "missing\n.json", cause: "ENOENT: no such file or directory, open 'missing\\u000a.json'" },
    { name: "a folder", createSeed: () => import.meta.dirname, cause: "EISDIR: illegal operation on a directory, read" },
  ])("rejects $name with one line and exit code 3", async ({ createSeed, cause }) => {
    const seed = await createSeed();
    const advice = 'Use the path of a state file, "demo" or "none".';
    const stderr = `knowledge-base-server: Failed to load ${seed.replace("\n", "\\u000a")}: ${cause}. ${advice}\n`;
    expect(await runServer(["--seed", seed])).toEqual({ code: 3, stdout: "", stderr });
  });
});

const demoKeys = ["kb_demo_harbour_line", "kb_demo_alder_street"];
const variables = { PORT: "1", KNOWLEDGE_BASE_SERVER_SEED: "none", KNOWLEDGE_BASE_SERVER_API_KEY: "other" };

// biome-ignore format: one row a line
it.each<{ what: string; flags: string[]; variables: Record<string, string>; keys: string[] }>([
  { what: "only that of a flag, without a seed", flags: ["--api-key=my-key", "--seed=none"], variables: {}, keys: ["my-key"] },
  { what: "that of a flag first, then those of the demo", flags: ["--api-key=my-key"], variables: {}, keys: ["my-key", ...demoKeys] },
  { what: "a key of the demo first, if a flag names it", flags: ["--api-key=kb_demo_alder_street"], variables: {}, keys: demoKeys.toReversed() },
  { what: "that of a flag, whatever the variables are", flags: ["--api-key=my-key"], variables, keys: ["my-key"] },
  { what: "that of a variable first", flags: [], variables: { KNOWLEDGE_BASE_SERVER_API_KEY: "my-key" }, keys: ["my-key", ...demoKeys] },
  { what: "those of the demo, if the variables are empty", flags: [], variables: { KNOWLEDGE_BASE_SERVER_SEED: "" }, keys: demoKeys },
])("the keys are $what", async ({ flags, variables, keys }) => {
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
  const stop = new AbortController();
  const response = fetch(`${url}/v1/nothing`, { signal: stop.signal }).catch(() => "never");
  expect(await Promise.race([response, (await connect(url)).reset().then(() => "late")])).toBe("late");
  stop.abort(); // The server would wait for the end of the request when it is stopped.
});

// Starts a server, and returns the status of its response to a request.
async function statusOf(flags: readonly string[], request: string, headers: object = {}, variables: object = {}) {
  const { url } = await startServer(["--seed=demo", ...flags], { ...variables });
  const [method, path] = request.split(" ");
  const init = { method, headers: { ...demoKey, "content-type": "application/json", ...headers } };
  const [response] = await once(httpRequest(url + path, init).end(method === "PATCH" ? '{"a":1}' : ""), "response");
  return response.resume().statusCode;
}

it.each<{ when: string; flags: string[]; variable: string; status: number }>([
  { when: "with --strict-bodies", flags: ["--strict-bodies"], variable: "", status: 400 },
  { when: "with STRICT_BODIES=true", flags: [], variable: "true", status: 400 },
  { when: "by default", flags: [], variable: "", status: 200 },
])("$when a body with an unknown field gets $status", async ({ flags, variable, status }) => {
  const update = "PATCH /v1/brains/brain_operations/messaging/bindings/binding_bridge";
  expect(await statusOf(flags, update, {}, { KNOWLEDGE_BASE_SERVER_STRICT_BODIES: variable })).toBe(status);
});

it.each<{ when: string; flags: string[]; host: string; status: number }>([
  { when: "by default", flags: [], host: "localhost", status: 200 },
  { when: "by default", flags: [], host: "kb.test", status: 403 },
  { when: "with --allowed-hosts", flags: ["--allowed-hosts=kb.test, .kb.test"], host: "a.kb.test", status: 200 },
  { when: "with --allowed-hosts", flags: ["--allowed-hosts=kb.test, .kb.test"], host: "evil.test", status: 403 },
])("$when a request to the host $host gets $status", async ({ flags, host, status }) => {
  expect(await statusOf(flags, "GET /_health", { host })).toBe(status);
});

const token = "sesame-opens-0123456789";

it.each([
  { name: "--control-token", given: ["--control-token", token], variables: {} },
  { name: "the variable CONTROL_TOKEN", given: [], variables: { KNOWLEDGE_BASE_SERVER_CONTROL_TOKEN: token } },
])("controls need the token of $name", async ({ given, variables }) => {
  const flags = ["--host=0.0.0.0", ...given];
  const now = "POST /_control/clock/now";
  expect(await statusOf(flags, now, {}, variables)).toBe(401);
  expect(await statusOf(flags, now, { authorization: `Bearer ${token}` }, variables)).toBe(200);
});

it.each<{ when: string; flags: string[]; variables: Record<string, string>; status: number }>([
  { when: "by default", flags: [], variables: {}, status: 200 },
  { when: "with --no-control", flags: ["--no-control"], variables: {}, status: 404 },
  { when: "with --no-control on any host", flags: ["--no-control", "--host=0.0.0.0"], variables: {}, status: 404 },
  { when: "with CONTROL=false", flags: [], variables: { KNOWLEDGE_BASE_SERVER_CONTROL: "false" }, status: 404 },
])("$when the controls and the inspector get $status", async ({ flags, variables, status }) => {
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
  { flag: "--cors=http://a.test, http://b.test", allowed: "http://b.test" },
  { flag: "--cors=*", allowed: "*" },
])("$flag lets pages read responses", async ({ flag, allowed }) => {
  const { send } = await startServer([flag]);
  const { headers } = await send("/v1/nothing", { headers: { origin: "http://b.test" } });
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
  expect(await runServer([])).toEqual({ code: 4, stdout: "", stderr });
});
