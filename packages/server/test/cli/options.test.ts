import { once } from "node:events";
import { chmod, readdir, readFile, stat } from "node:fs/promises";
import { createServer } from "node:net";
import { networkInterfaces } from "node:os";
import { delimiter, dirname } from "node:path";
import { connect } from "@knowledge-base/server/control";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { buildState } from "../build-state.ts";
import { sendRaw } from "../node/raw-connection.ts";
import { run, startServer, startWithText } from "./server-run.ts";
import { createFolder, createStateFile } from "./state-files.ts";

const index = "/v1/brains/brain_operations/index";
const demoKey = { "x-api-key": "kb_demo_harbour_line" };
const unknownField = { method: "PATCH", headers: { ...demoKey, "content-type": "application/json" }, body: '{"a":1}' };
const binding = "/v1/brains/brain_operations/messaging/bindings/binding_bridge";

describe("--api-key", () => {
  // biome-ignore format: one row a line
  it.each<[name: string, flags: string[], state: object | undefined, keys: unknown[], path: string, status: number]>([
    ["is valid without a state", [], undefined, ["my-key"], index, 404],
    ["is added to the first organization of the seed, and printed first", ["--seed=demo"], undefined, ["my-key", "kb_demo_harbour_line", "kb_demo_alder_street"], index, 200],
    ["is added to an imported state", [], buildState(), ["my-key", "key_north", "key_south"], "/v1/brains/brain_tides/index", 200],
    ["is added to an imported state that replaces a seed", ["--seed=demo"], buildState(), ["my-key", "key_north", "key_south"], "/v1/brains/brain_tides/index", 200],
    ["is added to an imported state without an organization", ["--seed=demo"], { version: 1 }, ["my-key", expect.any(String)], index, 404],
  ])("%s", async (_, flags, state, keys, path, status) => {
    const imported = state ? ["--import", await createStateFile(JSON.stringify(state))] : [];
    const { url, apiKeys, send } = await startServer(["--api-key=my-key", ...flags, ...imported]);
    expect(apiKeys).toEqual(keys);
    expect((await send(path)).status).toBe(status);
    await (await connect(url)).reset();
    expect((await send("/v1/brains/none/index")).status).toBe(404);
  });

  it("may be a key of the seed", async () => {
    const { apiKeys } = await startServer(["--seed=demo", "--api-key=kb_demo_alder_street"]);
    expect(apiKeys).toEqual(["kb_demo_alder_street", "kb_demo_harbour_line"]);
  });
});

it("--base-path is in front of every path", async () => {
  const { url, send } = await startServer(["--seed=demo", "--base-path=/api/kb/"]);
  expect(new URL(url).pathname).toBe("/api/kb");
  for (const path of [index, "/_health", "/_control/openapi.json"]) expect((await send(path)).status).toBe(200);
  expect((await fetch(new URL(index, url))).status).toBe(404);
});

it("--clock makes the clock stand still, also after a reset, until it is moved", async () => {
  const { url, send } = await startServer(["--clock=2026-05-04T10:00:00+02:00"]);
  const { clock, reset } = await connect(url);
  await clock.advance(1000);
  expect(await (await send("/v1/nothing")).json()).toMatchObject({ timestamp: "2026-05-04T08:00:01.000Z" });
  await reset();
  expect(await (await send("/v1/nothing")).json()).toMatchObject({ timestamp: "2026-05-04T08:00:00.000Z" });
});

it("--latency delays every response of the service, but none of the controls, and lets a client disconnect", async () => {
  const { command, url } = await startWithText(["--latency=120000"]);
  const client = new AbortController();
  const response = fetch(`${url}/v1/nothing`, client);
  const isLate = Promise.race([response, (await connect(url)).reset().then(() => "late")]);
  expect(await isLate).toBe("late");
  client.abort();
  await expect(response).rejects.toThrow("aborted");
  await command.waitForOutput("--- GET /v1/nothing\n");
});

it("--strict-bodies rejects unknown fields, and --no-strict-bodies overrides its variable", async () => {
  const strict = await startServer(["--seed=demo", "--strict-bodies"]);
  expect((await strict.send(binding, unknownField)).status).toBe(400);
  const variables = { KNOWLEDGE_BASE_SERVER_STRICT_BODIES: "true", KNOWLEDGE_BASE_SERVER_NO_CONTROL: "true" };
  const lenient = await startServer(["--seed=demo", "--no-strict-bodies", "--control"], variables);
  expect((await lenient.send(binding, unknownField)).status).toBe(200);
  expect((await lenient.send("/_control/openapi.json")).status).toBe(200);
});

it.each<[flag: string | undefined, entries: number, deliveries: number]>([
  [undefined, 3, 2],
  ["--max-journal-entries=1", 1, 2],
  ["--max-journal-bytes=1", 0, 2],
  ["--max-deliveries=1", 3, 1],
  ["--max-delivery-bytes=1", 3, 0],
])("with %s the journal keeps %d requests, and the server %d deliveries", async (flag, entries, kept) => {
  const { url, send } = await startServer(["--seed=demo", ...(flag === undefined ? [] : [flag])]);
  const { journal, control, deliveries } = await connect(url);
  for (let count = 0; count < 3; count += 1) await send(index);
  await control.brains.sendDailyBrief({ brainId: "brain_operations" });
  await control.brains.sendDailyBrief({ brainId: "brain_operations" });
  expect(await journal.entries()).toHaveLength(entries);
  expect(await deliveries.list()).toHaveLength(kept);
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

it("checks the host of a request, and --allowed-hosts allows more", async () => {
  const statusOf = async (flags: string[], host: string) =>
    (
      await sendRaw(await startServer(flags), `GET /_health HTTP/1.1\r\nhost: ${host}\r\nconnection: close\r\n\r\n`)
    ).slice(9, 12);
  expect([await statusOf([], "localhost"), await statusOf([], "kb.test")]).toEqual(["200", "403"]);
  const flags = ["--allowed-hosts=kb.test, .kb.test"];
  for (const host of ["localhost", "kb.test", "a.kb.test"]) expect(await statusOf(flags, host)).toBe("200");
  expect(await statusOf(flags, "evil.test")).toBe("403");
});

it("--trust-proxy makes the URLs of the OAuth flow from the headers of a proxy", async () => {
  const { send } = await startServer(["--seed=demo", "--trust-proxy"]);
  const response = await send("/v1/brains/brain_operations/messaging/oauth/start", {
    method: "POST",
    headers: { ...demoKey, "x-forwarded-proto": "https", "x-forwarded-host": "kb.example" },
  });
  const { authorizationUrl } = await response.json();
  expect(authorizationUrl).toMatch(/^https:\/\/kb\.example\/_platform\//);
});

it("variables set flags, and flags win", async () => {
  const { apiKeys, port } = await startServer(["--api-key=from-flag"], {
    PORT: "1",
    KNOWLEDGE_BASE_SERVER_SEED: "demo",
    KNOWLEDGE_BASE_SERVER_API_KEY: "from-variable",
  });
  expect(apiKeys).toEqual(["from-flag", "kb_demo_harbour_line", "kb_demo_alder_street"]);
  expect(port).not.toBe(1);
});

describe("controls that other machines can reach", () => {
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

  it("need none with --insecure-control, and the ready text says so", async () => {
    const { command, url } = await startWithText(["--host=0.0.0.0", "--insecure-control"]);
    expect(command.stdout).toMatch(/^ {2}control {6}http:\S+ for everyone who reaches it$/m);
    expect(await (await connect(url)).clock.now()).toEqual(expect.any(Number));
  });

  it("do not exist with --no-control", async () => {
    const { command, url } = await startWithText(["--host=0.0.0.0", "--no-control"]);
    expect(command.stdout).toMatch(/^ {2}control {6}none$/m);
    expect((await fetch(`${url}/_control/server/reset`, { method: "POST" })).status).toBe(404);
  });
});

describe("the inspector", () => {
  it.each<[flags: string[], variables: Record<string, string>, isServed: boolean]>([
    [[], {}, true],
    [["--no-inspector"], {}, false],
    [["--no-control"], {}, false],
    [[], { KNOWLEDGE_BASE_SERVER_NO_INSPECTOR: "true" }, false],
  ])("with %j and %j is served: %j", async (flags, variables, isServed) => {
    const { url, inspectorUrl } = await startServer(flags, variables);
    expect(inspectorUrl !== undefined).toBe(isServed);
    expect((await fetch(`${url}/_inspector/`)).status).toBe(isServed ? 200 : 404);
  });

  it("has another token each time, whatever the random seed is", async () => {
    const urls = [await startServer(["--random-seed=a"]), await startServer(["--random-seed=a"])];
    const [first, second] = urls.map(({ inspectorUrl = "" }) => new URL(inspectorUrl).hash);
    expect(first).not.toBe(second);
  });

  /** Puts a command `xdg-open` into the path, which runs a script. */
  async function createOpener(script: string) {
    const folder = await createFolder();
    await chmod(await folder.write("xdg-open", `#!/bin/sh\n${script}\n`), 0o755);
    const { PATH } = process.env;
    vi.stubEnv("PATH", `${folder.path}${delimiter}${PATH}`);
    onTestFinished(() => void vi.unstubAllEnvs());
    return { readOpened: () => readFile(folder.join("opened"), "utf8").catch(() => "") };
  }

  it.skipIf(process.platform !== "linux")("--open opens a file that only its owner can read", async () => {
    const { readOpened } = await createOpener('echo "$@" > "$(dirname "$0")/opened"');
    const { inspectorUrl, stop } = await startServer(["--open"]);
    await vi.waitUntil(async () => (await readOpened()) !== "", { timeout: 20_000 });
    const path = (await readOpened()).trim();
    expect(await readFile(path, "utf8")).toContain(`url=${inspectorUrl}`);
    expect((await stat(path)).mode & 0o777).toBe(0o600);
    await stop();
    await expect(readdir(dirname(path))).rejects.toThrow("ENOENT");
  });

  it.skipIf(process.platform !== "linux")("a browser that cannot be opened does not stop the server", async () => {
    await createOpener("exit 3");
    const { command, send } = await startServer(["--open"]);
    await vi.waitUntil(() => command.stderr.includes("Failed to open a browser"), { timeout: 20_000 });
    expect((await send("/_health")).status).toBe(200);
  });
});

describe("--port and --host", () => {
  const addresses = Object.values(networkInterfaces()).flatMap((list) => list ?? []);
  const hasIpv6 = addresses.some(({ family }) => family === "IPv6");

  it.each(["0.0.0.0", "localhost", "127.0.0.1", ...(hasIpv6 ? ["::1", "::"] : [])])("listen on %s", async (host) => {
    const { url, send } = await startServer(["--host", host, "--insecure-control"]);
    expect(url).toMatch(/^http:\/\/(127\.0\.0\.1|\[::1\]):\d+$/);
    expect((await send("/_health")).status).toBe(200);
  });

  it("is 4000 of loopback by default, and a port in use is rejected with exit code 4", async () => {
    await using other = createServer();
    // If another process has the port already, the result is the same.
    await Promise.race([once(other.listen(4000, "127.0.0.1"), "listening"), once(other, "error")]).catch(() => {});
    const problem = "Failed to listen on 127.0.0.1 port 4000: the port is in use.";
    const stderr = `knowledge-base-server: ${problem} Use another port, or 0 for any free port.\n`;
    expect(await run([])).toEqual({ code: 4, stdout: "", stderr });
  });

  it.each([
    [
      "host\nname",
      /^knowledge-base-server: .+: the host name (is not known|cannot be looked up at the moment)\. Use .+\.\n$/,
    ],
    ["203.0.113.1", /^knowledge-base-server: .+ port 0: this machine does not have the address\. Use .+\.\n$/],
  ])("reject the host %j with one line and exit code 4", async (host, line) => {
    const result = await run(["--port=0", "--insecure-control", "--host", host]);
    expect(result).toEqual({ code: 4, stdout: "", stderr: expect.stringMatching(line) });
  });
});
