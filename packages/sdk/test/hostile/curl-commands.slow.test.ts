import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { promisify } from "node:util";
import { describe, expect, it } from "vitest";
import { createClientAt, secretKey } from "./create-client.ts";
import { readBody, startHttp } from "./hostile-server.ts";

const { PATH = "" } = process.env;
const hasCurl = PATH.split(":").some((directory) => existsSync(`${directory}/curl`));
const run = promisify(execFile);

/** Runs a command in a real shell that has the key as a variable, and returns its output. */
async function runShell(command: string): Promise<string> {
  const env = { PATH, KNOWLEDGE_BASE_API_KEY: secretKey };
  const { stdout } = await run("/bin/sh", ["-c", `${command} --silent --show-error --max-time 5`], { env });
  return stdout;
}

interface RecordedRequest {
  readonly method: string | undefined;
  readonly url: string | undefined;
  readonly headers: NodeJS.Dict<string | string[]>;
  readonly body: string;
}

/** Starts a server that records its requests. */
async function startRecorder() {
  const seen: RecordedRequest[] = [];
  const url = await startHttp(async (request, response) => {
    const { method, headers } = request;
    seen.push({ method, url: request.url, headers, body: await readBody(request) });
    response.end('{"disconnected":true}');
  });
  return { seen, url };
}

describe.skipIf(!hasCurl)("toCurl()", () => {
  it.each([
    "b",
    "it's",
    '"quoted"',
    "$HOME",
    "$(echo injected)",
    "`echo injected`",
    "a;b",
    "a|b",
    "a&b",
    "a\\b",
    "a\nb",
    "a b",
    "[1-3]",
    "{a,b}",
    "a?b#c",
    "%",
    "...",
    "-X",
    "@file",
    "ä🎉",
    "'; touch /tmp/injected; '",
  ])("writes a command that sends what the client sends: %j", async (id) => {
    const { seen, url } = await startRecorder();
    const kb = createClientAt(url, { validate: "off", headers: { "x-one": `it's "$HOME" \`x\` \\ %s` } });
    const description = kb.describe("bindings.update", { brainId: id, bindingId: id, notifyBriefs: false });
    expect(await runShell(description.toCurl())).toBe('{"disconnected":true}');
    await kb.bindings.update({ brainId: id, bindingId: id, notifyBriefs: false });
    const [byShell, byClient] = seen.map(({ method, url: path, headers, body }) => {
      const { accept, "content-type": type, "x-api-key": key, "x-one": one } = headers;
      return { method, path, accept, type, key, one, body };
    });
    expect(byClient).toMatchObject({ method: "PATCH", key: secretKey, body: '{"notifyBriefs":false}' });
    expect(byShell).toEqual(byClient);
    expect(seen).toHaveLength(2);
  });

  it("writes commands of every method", async () => {
    const { seen, url } = await startRecorder();
    const kb = createClientAt(url);
    await runShell(kb.describe("promptIndex.get", { brainId: "b", limit: 5 }).toCurl());
    await runShell(kb.describe("channels.list", { brainId: "b", installationId: "a&b='c' $HOME" }).toCurl());
    await runShell(kb.describe("pages.archive", { brainId: "b", slug: "s" }).toCurl());
    await runShell(kb.describe("bindings.unbind", { brainId: "b", bindingId: "c" }).toCurl());
    expect(seen.map(({ method, url: path, headers, body }) => [method, path, headers["x-api-key"], body])).toEqual([
      ["GET", "/v1/brains/b/index?limit=5", secretKey, ""],
      ["GET", "/v1/brains/b/messaging/channels?installationId=a%26b%3D'c'%20%24HOME", secretKey, ""],
      ["POST", "/v1/brains/b/pages/s/archive", secretKey, ""],
      ["DELETE", "/v1/brains/b/messaging/bindings/c", secretKey, ""],
    ]);
  });

  it("writes a body as it is, quotes and all", async () => {
    const { seen, url } = await startRecorder();
    const body = { text: `@it's "quoted" $HOME \`x\` \\n\n%s ä🎉` };
    // No operation of the contract has text in its body; a header has.
    const kb = createClientAt(url, { headers: { "x-text": "@it's '' \"$HOME\"" } });
    await runShell(kb.describe("bindings.unbind", { brainId: JSON.stringify(body), bindingId: "c" }).toCurl());
    expect(seen[0]?.headers["x-text"]).toBe("@it's '' \"$HOME\"");
    expect(JSON.parse(decodeURIComponent(seen[0]?.url?.split("/")[3] ?? ""))).toEqual(body);
  });

  it("writes a command that sends one request, whatever the base URL holds", async () => {
    const { seen, url } = await startRecorder();
    await runShell(createClientAt(`${url}/[1-3]`).describe("oauth.start", { brainId: "b" }).toCurl());
    expect(seen.map(({ url: path }) => path)).toEqual(["/[1-3]/v1/brains/b/messaging/oauth/start"]);
  });

  it("writes a header without a value", async () => {
    const { seen, url } = await startRecorder();
    await runShell(
      createClientAt(url, { headers: { "x-empty": "" } })
        .describe("oauth.start", { brainId: "b" })
        .toCurl(),
    );
    expect(seen[0]?.headers["x-empty"]).toBe("");
  });
});
