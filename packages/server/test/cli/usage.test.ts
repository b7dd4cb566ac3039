import { readFile } from "node:fs/promises";
import { expect, it } from "vitest";
import { flags } from "../../src/cli/flags.ts";
import { run } from "./server-run.ts";

const timestamp = "must be an ISO 8601 timestamp, such as 2026-05-04T08:00:00Z";
const ascii = "must be a string of visible ASCII characters";
const origins = "must be * or origins without a path, such as http://localhost:5173";
const path = "must be a path that begins with a slash, such as /api";
const exposed =
  "other machines can reach the controls; use --control-token TOKEN, --no-control to disable the controls, or";

// biome-ignore format: one row a line
it.each<[flags: string, message: string, variables?: Record<string, string>]>([
  ["--prot=4000", "--prot is not a flag; did you mean --port?"],
  ["key", "argument 1 is not a flag or the value of one"],
  ["--port=65536", '--port must be a whole number from 0 to 65535, not "65536"'],
  ["--port=80\n", '--port must be a whole number from 0 to 65535, not "80\\n"'],
  ["--latency=120001", '--latency must be milliseconds from 0 to 120000, not "120001"'],
  ["--host=", "--host must not be empty"],
  ["--seed=", "--seed must not be empty"],
  ["--import=", "--import must not be empty"],
  ["--export-on-exit=", "--export-on-exit must not be empty"],
  ["--random-seed=", "--random-seed must not be empty"],
  ["--base-path=api", `--base-path ${path}`],
  ["--base-path=//api", `--base-path ${path}`],
  ["--base-path=/a/../b", `--base-path ${path}`],
  ["--base-path=/a?b", `--base-path ${path}`],
  ["--cors=http://a.test/", `--cors ${origins}`],
  ["--cors=http://a.test,", `--cors ${origins}`],
  ["--allowed-hosts=http://a.test", "--allowed-hosts must be host names without a scheme or a port"],
  ["--clock=2026-02-30T00:00:00Z", `--clock ${timestamp}`],
  ["--api-key=my secret", `--api-key ${ascii}`],
  ["--control-token=größe", `--control-token ${ascii}`],
  ["--no-control --control-token=secret", "--no-control and --control-token cannot be used together"],
  ["--no-control --insecure-control", "--no-control and --insecure-control cannot be used together"],
  ["--no-inspector --open", "--no-inspector and --open cannot be used together"],
  ["--no-control --open", "--no-control and --open cannot be used together"],
  ["--host=0.0.0.0", `on the host "0.0.0.0" ${exposed} --insecure-control to allow access without a token`],
  ["--host=::", `on the host "::" ${exposed} --insecure-control to allow access without a token`],
  ["--host=203.0.113.1", `on the host "203.0.113.1" ${exposed} --insecure-control to allow access without a token`],
  ["", 'PORT must be a whole number from 0 to 65535, not "http"', { PORT: "http" }],
  ["", 'KNOWLEDGE_BASE_SERVER_PORT must be a whole number from 0 to 65535, not "-1"', { KNOWLEDGE_BASE_SERVER_PORT: "-1", PORT: "0" }],
  ["--port=x", '--port must be a whole number from 0 to 65535, not "x"', { KNOWLEDGE_BASE_SERVER_PORT: "-1" }],
  ["", "KNOWLEDGE_BASE_SERVER_QUIET must be true or false", { KNOWLEDGE_BASE_SERVER_QUIET: "yes" }],
  ["", `KNOWLEDGE_BASE_SERVER_CLOCK ${timestamp}`, { KNOWLEDGE_BASE_SERVER_CLOCK: "now" }],
  ["", `KNOWLEDGE_BASE_SERVER_CONTROL_TOKEN ${ascii}`, { KNOWLEDGE_BASE_SERVER_CONTROL_TOKEN: "my secret" }],
  ["", "there is no flag for the variable KNOWLEDGE_BASE_SERVER_LATENCI; did you mean KNOWLEDGE_BASE_SERVER_LATENCY?", { KNOWLEDGE_BASE_SERVER_LATENCI: "5" }],
])("rejects %j with one line and exit code 2: %s", async (text, message, variables) => {
  const args = text.startsWith("--api-key") ? [text] : text.split(" ").filter(Boolean);
  const line = `${message}${message.endsWith("?") ? "" : "."} See knowledge-base-server --help.\n`;
  expect(await run(args, variables)).toEqual({ code: 2, stdout: "", stderr: `knowledge-base-server: ${line}` });
});

it("--help lists every flag and exit code, in lines that fit a terminal, and starts no server", async () => {
  const { stdout, ...rest } = await run(["--help", "--port=1", "--seed=missing.json"]);
  expect(rest).toEqual({ code: 0, stderr: "" });
  expect(stdout).toMatch(/^Usage: knowledge-base-server \[options\]\n/);
  const labels = Object.entries(flags).map(([name, flag]) => `--${name}${"value" in flag ? ` ${flag.value}` : ""}`);
  expect(stdout.match(/^ +(-h, )?--[a-z-]+( [A-Zdemo|]+)?(?= {2})/gm)?.map((label) => label.trim())).toEqual([
    ...labels,
    "-h, --help",
    "--version",
  ]);
  expect(stdout).toContain("KNOWLEDGE_BASE_SERVER_EXPORT_ON_EXIT");
  expect(stdout.match(/^ {2}\d(?= {2}\w)/gm)).toEqual(["  0", "  1", "  2", "  3", "  4"]);
  expect(stdout.split("\n").filter((line) => line.length > 120)).toEqual([]);
  expect((await run(["-h"])).stdout).toBe(stdout);
});

it("--version prints the version of the package, and starts no server", async () => {
  const { version } = JSON.parse(await readFile(new URL("../../package.json", import.meta.url), "utf8"));
  expect(await run(["--version", "--port=1"])).toEqual({ code: 0, stdout: `${version}\n`, stderr: "" });
});

it("a Node version that is too old is rejected with one line and exit code 1", async () => {
  const problem = "Node 22 or later is needed, and this is 20.20.1. Install it from https://nodejs.org.";
  const stderr = `knowledge-base-server: Failed to start: ${problem}\n`;
  expect(await run(["--version"], {}, { node: "20.20.1" })).toEqual({ code: 1, stdout: "", stderr });
  for (const node of ["22.0.0", "100.1.0"]) expect(await run(["--version"], {}, { node })).toMatchObject({ code: 0 });
});
