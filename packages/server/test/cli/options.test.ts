import { once } from "node:events";
import { request } from "node:http";
import { createServer } from "node:net";
import { connect } from "@knowledge-base/server/control";
import { demoSeed } from "@knowledge-base/server/demo";
import { describe, expect, it } from "vitest";
import { buildPage, buildState } from "../helpers/build-state.ts";
import { createStateFile, run, startServer } from "../helpers/server-run.ts";

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

// biome-ignore format: one row a line
it.each<[flags: string[], variables: Record<string, string>, keys: unknown[], status: number]>([
  [["--api-key=my-key", "--seed=none"], {}, ["my-key"], 404],
  [["--api-key=my-key"], {}, ["my-key", "kb_demo_harbour_line", "kb_demo_alder_street"], 200],
  [["--api-key=kb_demo_alder_street", "--seed=demo"], {}, ["kb_demo_alder_street", "kb_demo_harbour_line"], 404],
  [["--api-key=my-key"], { PORT: "1", KNOWLEDGE_BASE_SERVER_SEED: "none", KNOWLEDGE_BASE_SERVER_API_KEY: "other" }, ["my-key"], 404],
  [[], { KNOWLEDGE_BASE_SERVER_API_KEY: "my-key", KNOWLEDGE_BASE_SERVER_SEED: "" }, ["my-key", "kb_demo_harbour_line", "kb_demo_alder_street"], 200],
])("%j with the variables %j has the keys %j", async (flags, variables, keys, status) => {
  const { apiKeys, send } = await startServer(flags, variables);
  expect(apiKeys).toEqual(keys);
  expect((await send(index)).status).toBe(status);
});

it("--random-seed repeats keys", async () => {
  const keys = new Set<string | undefined>();
  for (const flags of [["--random-seed=a"], ["--random-seed=a"], []]) {
    keys.add((await startServer(["--seed=none", ...flags])).apiKeys[0]);
  }
  expect(keys.size).toBe(2);
});

it.each(["120000", "110000-120000"])(
  "--latency delays every response, but none of the controls: %s",
  async (latency) => {
    const { url } = await startServer([`--latency=${latency}`]);
    const response = fetch(`${url}/v1/nothing`);
    expect(await Promise.race([response, (await connect(url)).reset().then(() => "late")])).toBe("late");
  },
);

const hosts = ["--allowed-hosts=kb.test, .kb.test"];
const token = "sesame-opens-0123456789";
const locked = ["--host=0.0.0.0", "--control-token", token];
const update = "PATCH /v1/brains/brain_operations/messaging/bindings/binding_bridge";
const health = "GET /_health";
const now = "POST /_control/clock/now";
const document = "GET /_control/openapi.json";
const inspector = "GET /_inspector/";
const root = "GET /";
const browser = { accept: "text/html,application/xhtml+xml,*/*;q=0.8" };

const authorization = `Bearer ${token}`;
const evil = { origin: "http://b.test" };

type Exchange = readonly [request: string, status: number, headers?: Readonly<Record<string, string>>];

// biome-ignore format: one row a line
it.each<[flags: string[], variables: Record<string, string>, ...exchanges: Exchange[]]>([
  [["--strict-bodies"], {}, [update, 400]],
  [["--strict-bodies"], { STRICT_BODIES: "false" }, [update, 400]],
  [[], { STRICT_BODIES: "TRUE" }, [update, 400]],
  [[], { STRICT_BODIES: "1" }, [update, 400]],
  [[], { STRICT_BODIES: "0" }, [update, 200]],
  [["--no-strict-bodies"], { STRICT_BODIES: "true" }, [update, 200]],
  [[], {}, [health, 200, { host: "localhost" }], [health, 403, { host: "kb.test" }], [document, 200], [inspector, 200]],
  [hosts, {}, [health, 200, { host: "kb.test" }], [health, 200, { host: "a.kb.test" }], [health, 403, { host: "evil.test" }]],
  [["--cors=*"], {}, [now, 403, evil]],
  [locked, {}, [health, 200], [now, 401], [now, 200, { authorization }]],
  [["--host=0.0.0.0"], { CONTROL_TOKEN: token }, [now, 401], [now, 200, { authorization }]],
  [["--host=0.0.0.0", "--no-control"], {}, [document, 404], [inspector, 404], [health, 200], ["HEAD /_health", 200], ["POST /_health", 404], [root, 404, browser]],
  [[], {}, [root, 302, browser], [root, 404], [root, 404, { accept: "*/*" }], ["POST /", 404, browser]],
  [[], { CONTROL: "false" }, [document, 404], [inspector, 404]],
  [["--control"], { CONTROL: "false" }, [document, 200], [inspector, 200]],
])("with %j and the variables %j requests get %j", async (flags, variables, ...exchanges) => {
  const named = Object.entries(variables).map(([name, value]) => [`KNOWLEDGE_BASE_SERVER_${name}`, value]);
  const { url } = await startServer(["--seed=demo", ...flags], Object.fromEntries(named));
  for (const [sent, status, more] of exchanges) {
    const [method, path] = sent.split(" ");
    const headers = { ...demoKey, "content-type": "application/json", ...more };
    const body = sent === update ? '{"a":1}' : undefined;
    const [response] = await once(request(url + path, { method, headers }).end(body), "response");
    expect(response.resume().statusCode).toBe(status);
  }
});

it.each([
  [["--cors=http://a.test, http://b.test"], "http://b.test"],
  [["--cors=http://b.test", "--cors", "http://a.test"], "http://b.test"],
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
