import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import type { IncomingMessage, ServerResponse } from "node:http";
import { text } from "node:stream/consumers";
import { promisify } from "node:util";
import { startHttp } from "@knowledge-base/internal/test-helpers/start-http.ts";
import { describe, expect, it } from "vitest";
import { createClient, secretKey } from "../helpers/client.ts";

const { PATH = "" } = process.env;
const hasCurl = PATH.split(":").some((directory) => existsSync(`${directory}/curl`));
const run = promisify(execFile);

// Starts a server that records its requests, and runs commands in a shell that has the key as a variable.
async function start() {
  const seen: unknown[] = [];
  const record = async (request: IncomingMessage, response: ServerResponse) => {
    const { accept, "content-type": type, "x-api-key": key, "x-one": one, "x-empty": empty } = request.headers;
    // The platform encodes a quote in a query, and curl doesn't.
    const url = request.url?.replaceAll("'", "%27");
    seen.push({ method: request.method, url, accept, type, key, one, empty, body: await text(request) });
    response.end('{"disconnected":true}');
  };
  const baseUrl = await startHttp(record);
  const env = { PATH, KNOWLEDGE_BASE_API_KEY: secretKey };
  const runShell = (command: string) => run("/bin/sh", ["-c", `${command} --silent --max-time 5`], { env });
  const headers = { "x-one": `it's "$HOME" \`x\` \\ %s`, "x-empty": "" };
  return { seen, runShell, kb: createClient(fetch, { baseUrl, validate: "off", headers }) };
}

describe.skipIf(!hasCurl)("toCurl() writes a command that sends what the client sends", () => {
  // biome-ignore format: one row a line
  const ids = [
    "b", "it's", '"quoted"', "$HOME", "$(echo injected)", "`echo injected`", "a;b", "a|b", "a&b", "a\\b", "a\nb",
    "a b", "[1-3]", "{a,b}", "a?b#c", "%", "...", "-X", "@file", "ä🎉", "'; touch /tmp/injected; '",
  ];

  it.each(ids)("with the id %j, for every operation", async (id) => {
    const { seen, runShell, kb } = await start();
    const channels = { brainId: "b", installationId: id };
    const flags = { brainId: id, bindingId: id, notifyBriefs: false };
    const page = { brainId: id, slug: id };
    await runShell(kb.describe("bindings.update", flags).toCurl());
    await runShell(kb.describe("channels.list", channels).toCurl());
    await runShell(kb.describe("pages.archive", page).toCurl());
    const byShell = seen.splice(0);
    await kb.bindings.update(flags);
    await kb.channels.list(channels);
    await kb.pages.archive(page);
    expect(byShell).toMatchObject([{ method: "PATCH", key: secretKey, body: '{"notifyBriefs":false}' }, {}, {}]);
    expect(byShell).toEqual(seen);
  });
});
