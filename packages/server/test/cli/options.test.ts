import { once } from "node:events";
import { request } from "node:http";
import { createServer } from "node:net";
import { networkInterfaces } from "node:os";
import { connect } from "@knowledge-base/server/control";
import { demoSeed } from "@knowledge-base/server/demo";
import { describe, expect, it } from "vitest";
import { buildPage, buildState } from "../build-state.ts";
import { createStateFile, run, startServer } from "./server-run.ts";

const index = "/v1/brains/brain_operations/index";
const demoKey = { "x-api-key": "kb_demo_harbour_line" };

describe("--seed", () => {
  // biome-ignore format: one row a line
  it.each<[name: string, seed: object | string, state: object]>([
    ["file", buildState(), buildState()],
    ["file with a byte order mark", `\ufeff${JSON.stringify(buildState())}`, buildState()],
    ["file without an organization", { version: 1 }, { organizations: [{ name: "Default organization" }], pages: [] }],
    ["demo", "demo", demoSeed()],
    ["none", "none", { organizations: [{ name: "Default organization" }], pages: [] }],
  ])("of a %s is what a reset restores", async (_, seed, state) => {
    const isName = seed === "demo" || seed === "none";
    const content = typeof seed === "string" ? seed : JSON.stringify(seed);
    const { url } = await startServer(["--seed", isName ? seed : await createStateFile(content)]);
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

  // biome-ignore format: one row a line
  it.each<[name: string, seed: () => Promise<string> | string, cause: string]>([
    ["an empty file", () => createStateFile(""), "it is not JSON"],
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

// biome-ignore format: one row a line
it.each<[flags: string[], variables: Record<string, string>, keys: unknown[], status: number]>([
  [["--api-key=my-key"], {}, ["my-key"], 404],
  [["--api-key=my-key", "--seed=demo"], {}, ["my-key", "kb_demo_harbour_line", "kb_demo_alder_street"], 200],
  [["--api-key=kb_demo_alder_street", "--seed=demo"], {}, ["kb_demo_alder_street", "kb_demo_harbour_line"], 404],
  [["--api-key=my-key"], { PORT: "1", KNOWLEDGE_BASE_SERVER_SEED: "demo", KNOWLEDGE_BASE_SERVER_API_KEY: "other" }, ["my-key", "kb_demo_harbour_line", "kb_demo_alder_street"], 200],
  [[], { KNOWLEDGE_BASE_SERVER_API_KEY: "my-key", KNOWLEDGE_BASE_SERVER_SEED: "" }, ["my-key"], 404],
])("%j with the variables %j has the keys %j", async (flags, variables, keys, status) => {
  const { apiKeys, send } = await startServer(flags, variables);
  expect(apiKeys).toEqual(keys);
  expect((await send(index)).status).toBe(status);
});

it("--random-seed repeats keys", async () => {
  const servers = [await startServer(["--random-seed=a"]), await startServer(["--random-seed=a"]), await startServer()];
  expect(new Set(servers.map(({ apiKeys: [key] }) => key)).size).toBe(2);
});

it("--latency delays every response of the service, but none of the controls", async () => {
  const { url } = await startServer(["--latency=120000"]);
  const response = fetch(`${url}/v1/nothing`);
  expect(await Promise.race([response, (await connect(url)).reset().then(() => "late")])).toBe("late");
});

// biome-ignore format: one row a line
it.each<[flags: string[], variable: string, status: number]>([
  [["--strict-bodies"], "", 400],
  [["--strict-bodies"], "false", 400],
  [[], "TRUE", 400],
  [[], "1", 400],
  [[], "0", 200],
  [["--no-strict-bodies"], "true", 200],
])("an unknown field with %j and the variable %j has the status %d", async (flags, variable, status) => {
  const variables = { KNOWLEDGE_BASE_SERVER_STRICT_BODIES: variable };
  const { send } = await startServer(["--seed=demo", ...flags], variables);
  const headers = { ...demoKey, "content-type": "application/json" };
  const path = "/v1/brains/brain_operations/messaging/bindings/binding_bridge";
  expect((await send(path, { method: "PATCH", headers, body: '{"a":1}' })).status).toBe(status);
});

it.each([
  ["--cors=http://a.test, http://b.test", "http://b.test"],
  ["--cors=*", "*"],
])("%s lets the pages of %s read responses, but not use the controls", async (flag, allowed) => {
  const { send } = await startServer([flag]);
  const headers = { origin: "http://b.test" };
  expect((await send(index, { headers })).headers.get("access-control-allow-origin")).toBe(allowed);
  expect((await send("/_control/clock/now", { method: "POST", headers })).status).toBe(403);
});

it.each<[flags: string[], host: string, status: number]>([
  [[], "localhost", 200],
  [[], "kb.test", 403],
  [["--allowed-hosts=kb.test, .kb.test"], "kb.test", 200],
  [["--allowed-hosts=kb.test, .kb.test"], "a.kb.test", 200],
  [["--allowed-hosts=kb.test, .kb.test"], "evil.test", 403],
])("with %j a request for the host %s has the status %d", async (flags, host, status) => {
  const { url } = await startServer(flags);
  const [response] = await once(request(`${url}/_health`, { headers: { host } }).end(), "response");
  expect(response.statusCode).toBe(status);
});

it("--trust-proxy makes the URLs of the OAuth flow from the headers of a proxy", async () => {
  const { send } = await startServer(["--seed=demo", "--trust-proxy"]);
  const headers = { ...demoKey, "x-forwarded-proto": "https", "x-forwarded-host": "kb.example" };
  const response = await send("/v1/brains/brain_operations/messaging/oauth/start", { method: "POST", headers });
  expect((await response.json()).authorizationUrl).toMatch(/^https:\/\/kb\.example\/_platform\//);
});

describe("the controls", () => {
  const token = "sesame-opens-0123456789";

  it.each([
    [["--control-token", token], {}],
    [[], { KNOWLEDGE_BASE_SERVER_CONTROL_TOKEN: token }],
  ])("require the token of %j %j", async (flags, variables) => {
    const { url, send } = await startServer(["--host=0.0.0.0", ...flags], variables);
    await expect(connect(url)).rejects.toMatchObject({ code: "unauthorized" });
    expect(await (await connect(url, { token })).clock.now()).toEqual(expect.any(Number));
    expect((await send("/_health")).status).toBe(200);
  });

  // biome-ignore format: one row a line
  it.each<[flags: string[], variable: string, status: number]>([
    [[], "", 200],
    [["--no-control"], "", 404],
    [["--host=0.0.0.0", "--no-control"], "", 404],
    [[], "false", 404],
    [["--control"], "false", 200],
  ])("with %j and the variable %j have the status %d, as the inspector", async (flags, variable, status) => {
    const { inspectorUrl, send } = await startServer(flags, { KNOWLEDGE_BASE_SERVER_CONTROL: variable });
    for (const path of ["/_control/openapi.json", "/_inspector/"]) expect((await send(path)).status).toBe(status);
    expect(inspectorUrl !== undefined).toBe(status === 200);
  });
});

describe("--port and --host", () => {
  const addresses = Object.values(networkInterfaces()).flatMap((list) => list ?? []);
  const hasIpv6 = addresses.some(({ family }) => family === "IPv6");

  it.each(["0.0.0.0", "localhost", ...(hasIpv6 ? ["::1", "::"] : [])])("listen on %s", async (host) => {
    const { url, send } = await startServer(["--host", host, "--control-token=secret"]);
    expect(url).toMatch(/^http:\/\/(127\.0\.0\.1|\[::1\]):\d+$/);
    expect((await send("/_health")).status).toBe(200);
  });

  it("are 4000 of loopback by default, and a port in use is rejected with exit code 4", async () => {
    await using other = createServer();
    // If another process has the port already, the result is the same.
    await Promise.race([once(other.listen(4000, "127.0.0.1"), "listening"), once(other, "error")]).catch(() => {});
    const stderr = expect.stringContaining("Failed to listen on 127.0.0.1 port 4000: the port is in use.");
    expect(await run([])).toEqual({ code: 4, stdout: "", stderr });
  });
});
