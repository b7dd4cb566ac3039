import { once } from "node:events";
import { request as httpRequest } from "node:http";
import { createServer } from "node:net";
import { connect } from "@knowledge-base/server/control";
import { demoSeed } from "@knowledge-base/server/demo";
import { expect, it } from "vitest";
import { buildPage, buildState } from "../helpers/build-state.ts";
import { createStateFile, runServer, startServer } from "../helpers/server-run.ts";

const demoKey = { "x-api-key": "kb_demo_harbour_line" };

const organizations = [{ name: "Default organization" }];
const text = JSON.stringify(buildState());
const inUtf16 = Buffer.from(`\ufeff${text}`, "utf16le");
it.each<{ name: string; createSeed: () => Promise<string> | string; state: object }>([
  { name: "a file", createSeed: () => createStateFile(text), state: buildState() },
  { name: "a file with a byte order mark", createSeed: () => createStateFile(`\ufeff${text}`), state: buildState() },
  { name: "a file in UTF-16, as of PowerShell", createSeed: () => createStateFile(inUtf16), state: buildState() },
  { name: "a file without records", createSeed: () => createStateFile('{"version":1}'), state: { organizations } },
  { name: "demo", createSeed: () => "demo", state: demoSeed() },
  { name: "none", createSeed: () => "none", state: { organizations, pages: [] } },
])("--seed of $name is what a reset restores", async ({ createSeed, state }) => {
  const { url } = await startServer(["--seed", await createSeed()]);
  const { control, reset, snapshot } = await connect(url);
  expect(await snapshot()).toMatchObject(state);
  await control.organizations.create({ name: "East" });
  await reset();
  expect(await snapshot()).toMatchObject(state);
});

it("--seed lists the first 20 problems of an invalid state, with exit code 3", async () => {
  const pages = Array.from({ length: 25 }, (_, title) => ({ ...buildPage({ slug: `page-${title}` }), title }));
  const path = await createStateFile(JSON.stringify({ ...buildState(), pages, "a\n  b\u001b": [] }));
  const { code, stdout, stderr } = await runServer(["--port=0", "--seed", path]);
  const [heading, unknown, ...lines] = stderr.split("\n");
  expect({ code, stdout }).toEqual({ code: 3, stdout: "" });
  const advice = "the state is invalid. Correct the problems listed below.";
  expect(heading).toBe(`knowledge-base-server: Failed to load ${path}: ${advice}`);
  expect(unknown).toMatch(/^ {2}a\\u000a {2}b\\u001b is not a known array; /);
  const listed = pages.slice(0, 19).map((_, number) => `  pages[${number}].title must be a string, not ${number}`);
  expect(lines).toEqual([...listed, "  and perhaps more", ""]);
});

const file = (content: string | Uint8Array) => () => createStateFile(content);
// biome-ignore format: one row a line
it.each<{ name: string; createSeed: () => Promise<string> | string; cause: string }>([
  { name: "an empty file", createSeed: file(""), cause: 'it is empty. A state without records is {"version":1}' },
  { name: "a key without quotes", createSeed: file('{"apiKeys":[{"key":kb_secret}]}'), cause: "it is not JSON" },
  { name: "Latin-1", createSeed: file(Buffer.from('{"é":1}', "latin1")), cause: "it is not UTF-8" },
  { name: "a missing file", createSeed: () => "missing\n.json", cause: "ENOENT: no such file or directory, open 'missing\\u000a.json'" },
  { name: "a folder", createSeed: () => import.meta.dirname, cause: "EISDIR: illegal operation on a directory, read" },
])("--seed rejects $name with one line and exit code 3", async ({ createSeed, cause }) => {
  const seed = await createSeed();
  const advice = 'Use the path of a state file, "demo" or "none".';
  const stderr = `knowledge-base-server: Failed to load ${seed.replace("\n", "\\u000a")}: ${cause}. ${advice}\n`;
  expect(await runServer(["--seed", seed])).toEqual({ code: 3, stdout: "", stderr });
});

const demoKeys = ["kb_demo_harbour_line", "kb_demo_alder_street"];
const variables = { PORT: "1", KNOWLEDGE_BASE_SERVER_SEED: "none", KNOWLEDGE_BASE_SERVER_API_KEY: "other" };
const empty = { KNOWLEDGE_BASE_SERVER_SEED: "", KNOWLEDGE_BASE_SERVER_API_KEY: "" };

// biome-ignore format: one row a line
it.each<{ what: string; flags: string[]; variables?: Record<string, string>; keys: string[] }>([
  { what: "only that of a flag, without a seed", flags: ["--api-key=my-key", "--seed=none"], keys: ["my-key"] },
  { what: "that of a flag first, then those of the demo", flags: ["--api-key=my-key"], keys: ["my-key", ...demoKeys] },
  { what: "a key of the demo first, if a flag names it", flags: ["--api-key=kb_demo_alder_street"], keys: demoKeys.toReversed() },
  { what: "that of a flag, whatever the variables are", flags: ["--api-key=my-key"], variables, keys: ["my-key"] },
  { what: "that of a variable, without a flag", flags: [], variables, keys: ["other"] },
  { what: "those of the demo, if the variables are empty", flags: [], variables: empty, keys: demoKeys },
])("the keys are $what", async ({ flags, variables, keys }) => {
  expect((await startServer(flags, variables)).apiKeys).toEqual(keys);
});

it("--random-seed repeats keys", async () => {
  const keys = new Set<string | undefined>();
  for (const flags of [["--random-seed=a"], ["--random-seed=a"], []])
    keys.add((await startServer(["--seed=none", ...flags])).apiKeys[0]);
  expect(keys.size).toBe(2);
});

it.each(["120000", "110000-120000"])("--latency=%s delays every response, but no control", async (latency) => {
  const { url } = await startServer([`--latency=${latency}`]);
  const stop = new AbortController();
  const response = fetch(`${url}/v1/nothing`, { signal: stop.signal }).catch(() => "never");
  expect(await Promise.race([response, (await connect(url)).reset().then(() => "late")])).toBe("late");
  stop.abort(); // The server would wait for the end of the request when it is stopped.
});

const update = "PATCH /v1/brains/brain_operations/messaging/bindings/binding_bridge";
const now = "POST /_control/clock/now";
const [health, controls, inspector] = ["GET /_health", "GET /_control/openapi.json", "GET /_inspector/"];
const hosts = "--allowed-hosts=kb.test, .kb.test";
const token = "sesame-opens-0123456789";
const byBrowser = { accept: "text/html,application/xhtml+xml,*/*;q=0.8" };

// biome-ignore format: one row a line
it.each<{ flags: string[]; variable?: string; request: string; headers?: object; status: number }>([
  { flags: [], request: update, status: 200 },
  { flags: ["--strict-bodies"], request: update, status: 400 },
  { flags: [], variable: "STRICT_BODIES=true", request: update, status: 400 },
  { flags: [], request: health, headers: { host: "kb.test" }, status: 403 },
  { flags: [hosts], request: health, headers: { host: "a.kb.test" }, status: 200 },
  { flags: [hosts], request: health, headers: { host: "evil.test" }, status: 403 },
  { flags: ["--host=0.0.0.0", "--control-token", token], request: now, status: 401 },
  { flags: ["--host=0.0.0.0", "--control-token", token], request: now, headers: { authorization: `Bearer ${token}` }, status: 200 },
  { flags: ["--host=0.0.0.0"], variable: `CONTROL_TOKEN=${token}`, request: now, status: 401 },
  { flags: ["--host=0.0.0.0", "--no-control"], request: now, status: 404 },
  { flags: [], request: controls, status: 200 },
  { flags: ["--no-control"], request: controls, status: 404 },
  { flags: [], variable: "CONTROL=false", request: controls, status: 404 },
  { flags: [], request: inspector, status: 200 },
  { flags: ["--no-control"], request: inspector, status: 404 },
  { flags: ["--no-control"], request: health, status: 200 },
  { flags: [], request: "GET /", headers: byBrowser, status: 302 },
  { flags: ["--no-control"], request: "GET /", headers: byBrowser, status: 404 },
])("$request $headers gets $status from a command with $flags $variable", async (row) => {
  const { flags, variable = "", request, headers, status } = row;
  const [name = "", value = ""] = variable.split("=");
  const { url } = await startServer(["--seed=demo", ...flags], { [`KNOWLEDGE_BASE_SERVER_${name}`]: value });
  const [method, path] = request.split(" ");
  const init = { method, headers: { ...demoKey, "content-type": "application/json", ...headers } };
  const [response] = await once(httpRequest(url + path, init).end(method === "PATCH" ? '{"a":1}' : ""), "response");
  expect(response.resume().statusCode).toBe(status);
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
