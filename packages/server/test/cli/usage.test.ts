import { readFile } from "node:fs/promises";
import { expect, it } from "vitest";
import { runServer } from "../helpers/server-run.ts";

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

const tokenVariable = "KNOWLEDGE_BASE_SERVER_CONTROL_TOKEN";

const allFlags = [
  "port host seed state operations api-key random-seed latency strict-bodies cors allowed-hosts trust-proxy",
  "tls-key tls-cert control-token no-control exit-with-parent quiet json help version",
].join(" ");

// biome-ignore format: one row a line
it.each<{ flags: string[]; message: string; variables?: Record<string, string> }>([
  { flags: ["--\u001b[31m"], message: "Unknown option '--\\u001b[31m'" },
  { flags: ["--port=1", "kb_secret", "start"], message: subcommand },
  { flags: ["--port"], message: "Option '--port <value>' argument missing" },
  { flags: ["--port", "--quiet"], message: ambiguous },
  { flags: ["--quiet=true"], message: "Option '--quiet' does not take an argument" },
  { flags: ["--port=65536"], message: `--port ${port}, not "65536"` },
  { flags: ["--port=80\n"], message: `--port ${port}, not "80\\n"` },
  { flags: ["--cors=http://a.test/"], message: `--cors ${origins}, not "http://a.test/"` },
  { flags: ["--allowed-hosts=http://a.test"], message: `--allowed-hosts ${hosts}, not "http://a.test"` },
  { flags: ["--api-key=my secret"], message: `--api-key ${ascii}` },
  { flags: ["--control-token=größe"], message: `--control-token ${ascii}` },
  { flags: ["--no-control", "--control-token=secret"], message: "--no-control and --control-token cannot be used together" },
  { flags: ["--host=0.0.0.0"], message: `on the host "0.0.0.0" ${exposed}` },
  { flags: ["--host=::"], message: `on the host "::" ${exposed}` },
  { flags: [], variables: { PORT: "http" }, message: `PORT ${port}, not "http"` },
  { flags: [], variables: { [tokenVariable]: "my secret" }, message: `${tokenVariable} ${ascii}` },
])("the command rejects $flags $variables with one line and exit code 2", async ({ flags, message, variables }) => {
  const stderr = `knowledge-base-server: ${message}. See knowledge-base-server --help.\n`;
  expect(await runServer(flags, variables)).toEqual({ code: 2, stdout: "", stderr });
});

it.each(["120001", "1.5", "5-", "-5", "9-5", "1-2-3", "fast"])("rejects --latency=%s", async (latency) => {
  const rule = "must be milliseconds from 0 to 120000, or a range such as 100-300";
  const stderr = expect.stringContaining(`: --latency ${rule}, not "${latency}". See`);
  expect(await runServer([`--latency=${latency}`])).toMatchObject({ code: 2, stderr });
});

it("--help lists every flag and exit code, at most 100 columns wide, and starts no server", async () => {
  const { stdout, ...rest } = await runServer(["--help", "--port=x", "--seed=missing.json"]);
  expect(rest).toEqual({ code: 0, stderr: "" });
  expect(stdout).toMatch(/^Usage: knowledge-base-server \[options\]\n/);
  const listed = Array.from(stdout.matchAll(/^ +(?:-h, )?--([a-z-]+)(?: [A-Zdemon|-]+)? {2,}\S/gm), ([, name]) => name);
  expect(listed.join(" ")).toBe(allFlags);
  expect(stdout).toContain("port to listen on; 0 for any free port (default 4000)\n");
  expect(stdout).toContain("KNOWLEDGE_BASE_SERVER_SEED");
  expect(stdout.match(/^ {2}\d(?= {2}\w)/gm)).toEqual(["  0", "  1", "  2", "  3", "  4"]);
  expect(stdout.split("\n").filter((line) => line.length > 100)).toEqual([]);
  expect((await runServer(["-h"])).stdout).toBe(stdout);
});

it("--version prints the version of the package, and starts no server", async () => {
  const { version } = JSON.parse(await readFile(new URL("../../package.json", import.meta.url), "utf8"));
  expect(await runServer(["--version", "--port=1"])).toEqual({ code: 0, stdout: `${version}\n`, stderr: "" });
});

it.each([
  { node: "20.20.1", code: 1 },
  { node: "22.0.0", code: 0 },
  { node: "100.1.0", code: 0 },
])("in Node $node the command ends with exit code $code", async ({ node, code }) => {
  expect(await runServer(["--version"], {}, { node })).toMatchObject({ code });
});
