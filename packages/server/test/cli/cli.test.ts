import { connect } from "@knowledge-base/server/control";
import { expect, it } from "vitest";
import { startServer, startServerWithText } from "../helpers/server-run.ts";

const index = "/v1/brains/brain_operations/index";
const headers = { "x-api-key": "kb_demo_harbour_line" };

// Stops a command and returns the lines that it printed for requests, without their times.
async function readLog({ command }: Awaited<ReturnType<typeof startServerWithText>>): Promise<string[]> {
  const lines = (await command.stop()).stdout.split("\n").slice(7, -1);
  for (const line of lines) expect(line).toMatch(/^\d\d:\d\d:\d\d [A-Z]+ \S+ (\d{3}|---) \d+ ms (\S+|no response)$/);
  return lines.map((line) => line.slice("00:00:00 ".length).replace(/ \d+ ms .*$/, ""));
}

it("--json prints the URL and the keys of the server in one line, and nothing else", async () => {
  const { url, inspectorUrl, apiKeys, send, stop } = await startServer(["--seed", "demo"]);
  expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
  expect(inspectorUrl).toBe(`${url}/_inspector/`);
  expect(apiKeys).toEqual(["kb_demo_harbour_line", "kb_demo_alder_street"]);
  expect((await send(index)).status).toBe(200);
  const stdout = `${JSON.stringify({ ready: true, url, inspectorUrl, apiKeys })}\n`;
  expect(await stop()).toEqual({ code: 0, stdout, stderr: "" });
});

const controls = "URL/_control/openapi.json";
const withToken = { flags: ["--control-token=a#%&+"], inspector: "/_inspector/#token=a%23%25%26%2B" };

it.each<{ what: string; flags: string[]; inspector: string; controls: string }>([
  { what: "the URLs of the inspector and the controls", flags: [], inspector: "/_inspector/", controls },
  { what: "its URLs with the token", ...withToken, controls: `${controls} with the token` },
  { what: "no URL of the inspector without controls", flags: ["--no-control"], inspector: "", controls: "none" },
])("the command prints its key and $what", async ({ flags, inspector, controls }) => {
  const { command, url } = await startServerWithText(["--seed=demo", "--random-seed=\u001b[2J", "--quiet", ...flags]);
  await fetch(`${url}/v1/nothing`);
  expect(await command.stop()).toEqual({
    code: 0,
    stderr: "",
    stdout: `${inspector && `Inspector at ${url}${inspector}\n`}Knowledge base at ${url}
  x-api-key    kb_demo_harbour_line
  control      ${controls.replace("URL", url)}
  random seed  \\u001b[2J
Try it:
  curl -H 'x-api-key: kb_demo_harbour_line' '${url}${index}?limit=3'
`,
  });
});

it("the command prints a line for each request, except of controls and the inspector, and no key", async () => {
  const started = await startServerWithText(["--seed=demo"]);
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
