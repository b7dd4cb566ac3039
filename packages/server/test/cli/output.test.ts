import { Writable } from "node:stream";
import { createReferenceServer } from "@knowledge-base/server";
import { connect } from "@knowledge-base/server/control";
import { expect, it } from "vitest";
import { createRequestLog } from "../../src/cli/request-log.ts";
import { startServer, startWithText } from "./server-run.ts";

const index = "/v1/brains/brain_operations/index";
const headers = { "x-api-key": "kb_demo_harbour_line" };

/** Stops a command and returns the lines that it printed for requests, without their times. */
async function readLog({ command }: Awaited<ReturnType<typeof startWithText>>): Promise<string[]> {
  const lines = (await command.stop()).stdout.split("\n").slice(5, -1);
  for (const line of lines) expect(line).toMatch(/^\d\d:\d\d:\d\d [A-Z]+ \S+ (\d{3}|---) \d+ ms$/);
  return lines.map((line) => line.slice("00:00:00 ".length).replace(/ \d+ ms$/, ""));
}

it("--json prints the URL and the keys of the server in one line, and nothing else", async () => {
  const { url, inspectorUrl, apiKeys, send, stop } = await startServer(["--seed", "demo"]);
  expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
  expect(inspectorUrl).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/_inspector\/#token=[0-9a-f]{32}$/);
  expect(apiKeys).toEqual(["kb_demo_harbour_line", "kb_demo_alder_street"]);
  expect((await send(index)).status).toBe(200);
  const stdout = `${JSON.stringify({ ready: true, url, inspectorUrl, apiKeys })}\n`;
  expect(await stop()).toEqual({ code: 0, stdout, stderr: "" });
});

it.each([
  [[], ""],
  [["--control-token=sesame-opens-0123456789"], " with the token"],
])("with %j prints its URLs and its key, and the controls%s", async (flags, access) => {
  const started = await startWithText(["--seed=demo", "--random-seed=\u001b[2J", "--quiet", ...flags]);
  const { command, url, inspectorUrl } = started;
  await fetch(`${url}/v1/nothing`);
  expect(await command.stop()).toEqual({
    code: 0,
    stderr: "",
    stdout: `Inspector at ${inspectorUrl}
Knowledge base at ${url}
  x-api-key    kb_demo_harbour_line
  control      ${url}/_control/openapi.json${access}
  random seed  \\u001b[2J
`,
  });
});

it("prints a line for each request, without those of controls and the inspector, and without the key", async () => {
  const started = await startWithText(["--seed=demo"]);
  const { url, inspectorUrl } = started;
  await fetch(`${url}${index}?limit=1`, { headers });
  await fetch(`${url}${index}`);
  await fetch(`${url}/v1/nothing%0A%1B`, { method: "PUT", headers });
  await fetch(`${url}/v1/x/kb_demo_harbour_line`, { headers });
  await fetch(`${url}/v1/x`, { method: "POST", headers, body: "x".repeat(200_000) });
  const { faults } = await connect(url);
  await faults.add({ kind: "connection_reset" });
  await expect(fetch(`${url}${index}`, { headers })).rejects.toThrow("fetch failed");
  for (const path of ["/_health", "/_control/nothing"]) await fetch(`${url}${path}`);
  await fetch(inspectorUrl);
  expect(await readLog(started)).toEqual([
    `GET ${index} 200`,
    `GET ${index} 401`,
    "PUT /v1/nothing%0A%1B 404",
    expect.stringMatching(/^GET \/v1\/x\/\S*redacted\S* 404$/),
    "POST /v1/x 404",
    `GET ${index} ---`,
  ]);
});

it("leaves out the lines that nobody reads, and says how many", async () => {
  const server = createReferenceServer();
  await server.fetch(`${server.baseUrl}/v1/nothing`);
  const [entry] = server.journal.entries();
  if (!entry) throw new Error("There is no entry.");
  let text = "";
  let read = () => {};
  const output = new Writable({
    highWaterMark: 100,
    write(chunk, _encoding, done) {
      text += chunk;
      read = done;
    },
  });
  const log = createRequestLog(output);
  for (let count = 0; count < 1000; count += 1) log(entry);
  while (output.writableLength > 0) {
    read();
    await new Promise(setImmediate);
  }
  log(entry);
  const lines = text.trimEnd().split("\n");
  expect(lines.length).toBeLessThan(10);
  expect(lines.at(-2)).toBe(`(${1002 - lines.length} lines omitted, because the output was not read)`);
});
