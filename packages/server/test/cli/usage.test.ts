import { readFile } from "node:fs/promises";
import { expect, it } from "vitest";
import { run } from "../helpers/server-run.ts";

const ascii = "must be a string of visible ASCII characters";
const origins = "must be * or origins without a path, such as http://localhost:5173";
const hosts = "must be host names without a scheme or a port";
const port = "must be a whole number from 0 to 65535";
const subcommand = "There are no subcommands, only flags. Start it as: knowledge-base-server [options]";
const ambiguous =
  "Option '--port' argument is ambiguous. Did you forget to specify the option argument for '--port'? " +
  "To specify an option argument starting with a dash use '--port=-XYZ'";
const exposed =
  "other machines can reach the controls; use --control-token TOKEN to protect them, or --no-control to disable them";

const flags = [
  "port host seed state operations api-key random-seed latency strict-bodies cors allowed-hosts trust-proxy",
  "tls-key tls-cert control-token no-control exit-with-parent quiet json help version",
].join(" ");

it.each<[flags: string[], message: string, variables?: Record<string, string>]>([
  [["--\u001b[31m"], "Unknown option '--\\u001b[31m'"],
  [["--port=1", "kb_secret", "start"], subcommand],
  [["--port"], "Option '--port <value>' argument missing"],
  [["--port", "--quiet"], ambiguous],
  [["--quiet=true"], "Option '--quiet' does not take an argument"],
  [["--port=65536"], `--port ${port}, not "65536"`],
  [["--port=80\n"], `--port ${port}, not "80\\n"`],
  [["--cors=http://a.test/"], `--cors ${origins}, not "http://a.test/"`],
  [["--allowed-hosts=http://a.test"], `--allowed-hosts ${hosts}, not "http://a.test"`],
  [["--api-key=my secret"], `--api-key ${ascii}`],
  [["--control-token=größe"], `--control-token ${ascii}`],
  [["--no-control", "--control-token=secret"], "--no-control and --control-token cannot be used together"],
  [["--host=0.0.0.0"], `on the host "0.0.0.0" ${exposed}`],
  [["--host=::"], `on the host "::" ${exposed}`],
  [[], `PORT ${port}, not "http"`, { PORT: "http" }],
  [[], `KNOWLEDGE_BASE_SERVER_CONTROL_TOKEN ${ascii}`, { KNOWLEDGE_BASE_SERVER_CONTROL_TOKEN: "my secret" }],
])("rejects %j with one line and exit code 2: %s", async (args, message, variables) => {
  const stderr = `knowledge-base-server: ${message}. See knowledge-base-server --help.\n`;
  expect(await run(args, variables)).toEqual({ code: 2, stdout: "", stderr });
});

it.each(["120001", "1.5", "5-", "-5", "9-5", "1-2-3", "fast"])("rejects --latency=%s", async (latency) => {
  const { code, stderr } = await run([`--latency=${latency}`]);
  const rule = "must be milliseconds from 0 to 120000, or a range such as 100-300";
  expect([code, stderr]).toEqual([2, expect.stringContaining(`: --latency ${rule}, not "${latency}". See`)]);
});

it("--help lists every flag and exit code, at most 100 columns wide, and starts no server", async () => {
  const { stdout, ...rest } = await run(["--help", "--port=x", "--seed=missing.json"]);
  expect(rest).toEqual({ code: 0, stderr: "" });
  expect(stdout).toMatch(/^Usage: knowledge-base-server \[options\]\n/);
  const listed = Array.from(stdout.matchAll(/^ +(?:-h, )?--([a-z-]+)(?: [A-Zdemon|-]+)? {2,}\S/gm), ([, name]) => name);
  expect(listed.join(" ")).toBe(flags);
  expect(stdout).toContain("port to listen on; 0 for any free port (default 4000)\n");
  expect(stdout).toContain("KNOWLEDGE_BASE_SERVER_SEED");
  expect(stdout.match(/^ {2}\d(?= {2}\w)/gm)).toEqual(["  0", "  1", "  2", "  3", "  4"]);
  expect(stdout.split("\n").filter((line) => line.length > 100)).toEqual([]);
  expect((await run(["-h"])).stdout).toBe(stdout);
});

it("--version prints the version of the package, and starts no server", async () => {
  const { version } = JSON.parse(await readFile(new URL("../../package.json", import.meta.url), "utf8"));
  expect(await run(["--version", "--port=1"])).toEqual({ code: 0, stdout: `${version}\n`, stderr: "" });
});

it.each([
  ["20.20.1", 1],
  ["22.0.0", 0],
  ["100.1.0", 0],
])("in Node %s the command ends with exit code %i", async (node, code) => {
  expect(await run(["--version"], {}, { node })).toMatchObject({ code });
});
