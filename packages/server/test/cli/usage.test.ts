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

const together = "--no-control and --control-token cannot be used together";
const tokenVariable = "KNOWLEDGE_BASE_SERVER_CONTROL_TOKEN";

const allFlags = [
  "port host seed state operations api-key random-seed latency strict-bodies cors allowed-hosts trust-proxy",
  "tls-key tls-cert control-token no-control exit-with-parent quiet json help version",
].join(" ");

it.each<[what: string, flags: string[], message: string, variables?: Record<string, string>]>([
  ["an unknown flag", ["--\u001b[31m"], "Unknown option '--\\u001b[31m'"],
  ["a subcommand", ["--port=1", "kb_secret", "start"], subcommand],
  ["a flag without its value", ["--port"], "Option '--port <value>' argument missing"],
  ["a flag in the place of a value", ["--port", "--quiet"], ambiguous],
  ["a value of a flag that takes none", ["--quiet=true"], "Option '--quiet' does not take an argument"],
  ["a port that is too large", ["--port=65536"], `--port ${port}, not "65536"`],
  ["a port with a line break", ["--port=80\n"], `--port ${port}, not "80\\n"`],
  ["an origin with a path", ["--cors=http://a.test/"], `--cors ${origins}, not "http://a.test/"`],
  ["a host with a scheme", ["--allowed-hosts=http://a.test"], `--allowed-hosts ${hosts}, not "http://a.test"`],
  ["a key with a space", ["--api-key=my secret"], `--api-key ${ascii}`],
  ["a token beyond ASCII", ["--control-token=größe"], `--control-token ${ascii}`],
  ["a token for no controls", ["--no-control", "--control-token=secret"], together],
  ["a public host without a token", ["--host=0.0.0.0"], `on the host "0.0.0.0" ${exposed}`],
  ["a public IPv6 host without a token", ["--host=::"], `on the host "::" ${exposed}`],
  ["a variable that is no port", [], `PORT ${port}, not "http"`, { PORT: "http" }],
  ["a variable that is no token", [], `${tokenVariable} ${ascii}`, { [tokenVariable]: "my secret" }],
])("rejects %s with one line and exit code 2", async (_, flags, message, variables) => {
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
  ["20.20.1", 1],
  ["22.0.0", 0],
  ["100.1.0", 0],
])("in Node %s the command ends with exit code %i", async (node, code) => {
  expect(await runServer(["--version"], {}, { node })).toMatchObject({ code });
});
