import { once } from "node:events";
import http from "node:http";
import { PassThrough } from "node:stream";
import { setTimeout } from "node:timers/promises";
import { CommandError } from "@knowledge-base/internal/command-line/command-error";
import { type FlagTable, variableOf } from "@knowledge-base/internal/command-line/flags";
import { createLog, print } from "@knowledge-base/internal/command-line/output";
import type { CommandLine } from "@knowledge-base/internal/command-line/run-command";
import { listenForStopSignals } from "@knowledge-base/internal/command-line/stop-signals";
import { wholeNumberRule } from "@knowledge-base/internal/options";
import { expect, it, onTestFinished } from "vitest";
import { InProcessRun } from "./helpers/in-process-run.ts";

const flags = {
  url: { type: "string", value: "URL", description: "where to moor", variable: "MOORING" },
  port: { type: "number", value: "PORT", description: "a port", default: 4000, check: wholeNumberRule(0, 65_535) },
  tags: {
    type: "list",
    value: "TAGS",
    description: "names",
    check: { expected: "letters", accepts: (tag) => /^[a-z]+$/.test(String(tag)) },
  },
  key: {
    type: "string",
    description: "a key",
    check: { expected: "16 characters", isSecret: true, accepts: () => false },
  },
  light: { type: "boolean", description: "no light", default: true },
  "dry-run": { type: "boolean", description: "nothing moves" },
} as const satisfies FlagTable;

const command: CommandLine<typeof flags> = {
  name: "moor",
  flags,
  positional: "url",
  variablePrefix: "MOOR_",
  usage: "URL [options]\n       moor --help",
  summary: "Moors a boat.",
  notes: "Exit codes: 0 and 2.",
  failedExitCode: 7,
  async run(values, given) {
    if (values.url === "reef")
      throw new CommandError(5, "Failed to moor: a reef\u0007.", { details: ["Turn around."] });
    if (values.url === "bug") throw new Error("broken");
    await print(JSON.stringify([values, Object.keys(given)]));
    return 3;
  },
};

const manifest = new URL("../package.json", import.meta.url);
const defaults = { port: 4000, light: true, "dry-run": false };
const switched = { light: false, "dry-run": true };

interface Reading {
  readonly what: string;
  readonly args?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  /** Values that differ from the defaults. */
  readonly values?: object;
  /** Names of the flags that were given as arguments. */
  readonly given?: readonly string[];
}

// biome-ignore format: one row a line
it.each<Reading>([
  { what: "only defaults" },
  { what: "an argument without the name of its flag", args: ["quay"], values: { url: "quay" }, given: ["url"] },
  { what: "values after a space or =", args: ["--url", "quay", "--port=80"], values: { url: "quay", port: 80 }, given: ["url", "port"] },
  { what: "boolean flags", args: ["--no-light", "--dry-run"], values: switched, given: ["light", "dry-run"] },
  { what: "a list with a repeated item", args: ["--tags=b, a,b"], values: { tags: ["b", "a"] }, given: ["tags"] },
  { what: "a list in several flags", args: ["--tags=b,a", "--tags", "c", "--tags=a"], values: { tags: ["b", "a", "c"] }, given: ["tags"] },
  { what: "variables", env: { MOORING: "quay", MOOR_PORT: "12" }, values: { url: "quay", port: 12 } },
  { what: "boolean variables and an empty one", env: { MOOR_LIGHT: "0", MOOR_DRY_RUN: "TRUE", MOOR_TAGS: "" }, values: switched },
  { what: "a flag instead of its variable", args: ["--port", "1"], env: { MOOR_PORT: "2" }, values: { port: 1 }, given: ["port"] },
  { what: "a list instead of its variable", args: ["--tags=a"], env: { MOOR_TAGS: "x" }, values: { tags: ["a"] }, given: ["tags"] },
  { what: "a flag that undoes its variable", args: ["--no-dry-run"], env: { MOOR_DRY_RUN: "1" }, given: ["dry-run"] },
])("a command reads $what", async ({ args = [], env = {}, values, given = [] }) => {
  const { code, stdout, stderr } = await new InProcessRun(command as never, manifest, args, env).ended;
  expect([code, stderr]).toEqual([3, ""]);
  const [read, names] = JSON.parse(stdout);
  expect(read).toEqual({ ...defaults, ...values });
  expect(new Set(names)).toEqual(new Set(given));
});

const advice = ". See moor --help.\n";

it.each<{ problem: string; args: string[] }>([
  { problem: "--url is given twice, or the flag of an argument is missing", args: ["a", "b"] },
  { problem: "--url is given twice, or the flag of an argument is missing", args: ["a", "--url=b"] },
  { problem: "Unknown option '--sail'", args: ["--sail"] },
  { problem: "Unknown option '--prot' (did you mean --port?)", args: ["--prot=1"] },
  { problem: "Unknown option '--Tags' (did you mean --tags?)", args: ["--Tags", "a"] },
  { problem: "Unknown option '--no-lihgt' (did you mean --no-light?)", args: ["--no-lihgt"] },
  { problem: "Unknown option '--dry_run' (did you mean --dry-run?)", args: ["--dry_run"] },
  { problem: "Unknown option '--hepl' (did you mean --help?)", args: ["--hepl"] },
  { problem: "Unknown option '-p'", args: ["-p", "1"] },
  { problem: "--port is given twice: give it once", args: ["--port=1", "--port=1"] },
  { problem: "--key is given twice: give it once", args: ["--key=kb_secret", "--key", "kb_other"] },
  { problem: "--dry-run is given twice: give it once", args: ["--dry-run", "--no-dry-run"] },
  { problem: "--light is given twice: give it once", args: ["--light", "--light"] },
  { problem: '--tags must be letters, not "a,"', args: ["--tags=a", "--tags="] },
  { problem: "--port must not be empty", args: ["--port="] },
  { problem: '--port must be a whole number from 0 to 65535, not "x"', args: ["--port=x"] },
  { problem: '--tags must be letters, not "a,1"', args: ["--tags=a,1"] },
  { problem: "--key must be 16 characters", args: ["--key=kb_secret"] },
])("a command exits with code 2 and says '$problem'", async ({ problem, args }) => {
  const result = await new InProcessRun(command as never, manifest, args).ended;
  expect(result).toEqual({ code: 2, stdout: "", stderr: `moor: ${problem}${advice}` });
});

it("a command names the variable whose value is wrong", async () => {
  const { stderr } = await new InProcessRun(command as never, manifest, [], { MOOR_LIGHT: "maybe" }).ended;
  expect(stderr).toBe(`moor: MOOR_LIGHT must be true or false${advice}`);
});

const bugReport = /^moor: Failed unexpectedly: broken\. This is a bug in the command\. .*\n {2}Error: broken\n {6}at /;

it.each([
  { url: "reef", code: 5, report: /^moor: Failed to moor: a reef\\u0007\.\n {2}Turn around\.\n$/ },
  { url: "bug", code: 7, report: bugReport },
])("a command that fails because of the $url reports why", async ({ url, code, report }) => {
  const result = await new InProcessRun(command as never, manifest, [url]).ended;
  expect(result).toEqual({ code, stdout: "", stderr: expect.stringMatching(report) });
});

it("a command without a positional flag doesn't show an argument, which may be a secret", async () => {
  const { positional: _, ...others } = command;
  const { stderr } = await new InProcessRun(others as never, manifest, ["kb_secret"]).ended;
  expect(stderr).toBe(`moor: There are no subcommands, only flags. Start it as: moor URL [options]${advice}`);
});

it("a command prints its help and its version, and needs the Node of its package", async () => {
  const run = (args: string[], node?: string) =>
    new InProcessRun(command as never, manifest, args, {}, node === undefined ? {} : { node }).ended;
  expect(await run(["--version"])).toEqual({ code: 0, stdout: "0.0.0\n", stderr: "" });
  expect((await run(["-h"])).stdout).toBe(`Usage: moor URL [options]
       moor --help

Moors a boat.

  --url URL    where to moor
  --port PORT  a port (default 4000)
  --tags TAGS  names
  --key        a key
  --no-light   no light
  --dry-run    nothing moves
  -h, --help   print this help
  --version    print the version

Exit codes: 0 and 2.

Requests to other machines use HTTP_PROXY, HTTPS_PROXY and NO_PROXY. Before Node 24.14,
set NODE_USE_ENV_PROXY=1, too. NODE_EXTRA_CA_CERTS names a file with further certificates to trust.
`);
  expect(await run(["--help"], "21.9.0")).toMatchObject({
    code: 7,
    stderr: expect.stringContaining("Node 22 or later"),
  });
});

const needsVariable = "moor: the proxy is not used: this version of Node needs NODE_USE_ENV_PROXY=1.\n";
const proxy = { HTTP_PROXY: "http://127.0.0.1:9" };

it.each([
  { name: "another variable", env: proxy, stderr: needsVariable },
  { name: "nothing else, because the variable is set", env: { ...proxy, NODE_USE_ENV_PROXY: "1" }, stderr: "" },
  { name: "nothing else, because there is no proxy", env: { HTTP_PROXY: "" }, stderr: "" },
])("a command says that an old Node needs $name for a proxy", async ({ env, stderr }) => {
  const { setGlobalProxyFromEnv } = http;
  onTestFinished(() => void Object.assign(http, { setGlobalProxyFromEnv }));
  Object.assign(http, { setGlobalProxyFromEnv: undefined });
  expect((await new InProcessRun(command as never, manifest, [], env).ended).stderr).toBe(stderr);
});

it("a flag has a variable of its own, one with the prefix of the command, or none", () => {
  expect(variableOf("url", flags.url, "MOOR_")).toBe("MOORING");
  expect(variableOf("dry-run", flags["dry-run"], "MOOR_")).toBe("MOOR_DRY_RUN");
  expect(variableOf("dry-run", flags["dry-run"], undefined)).toBeUndefined();
});

it("a first signal and one after a second stop a command, or it does so itself", async () => {
  const stops: string[] = [];
  const stoppable: CommandLine<typeof flags> = {
    ...command,
    async run() {
      const signals = listenForStopSignals();
      await print("ready");
      await signals.first;
      stops.push("first");
      signals.raise();
      stops.push(await Promise.race([signals.second.then(() => "cut off"), setTimeout(1010, "waited")]));
      signals.raise();
      await signals.second;
      return stops.push("second");
    },
  };
  const run = new InProcessRun(stoppable as never, manifest, []);
  await run.waitForOutput("ready");
  expect(await run.stop("SIGHUP")).toMatchObject({ code: 3 });
  expect(stops).toEqual(["first", "waited", "second"]);
});

it("a log leaves out the lines that nobody reads, and says how many", async () => {
  const output = new PassThrough({ highWaterMark: 100, encoding: "utf8" });
  const log = createLog(output);
  for (let count = 0; count < 1000; count += 1) log("GET /v1/nothing 404 3 ms");
  let text = "";
  output.on("data", (chunk) => {
    text += chunk;
  });
  await once(output, "drain");
  log("the last line");
  const end = /\d ms\n\(\d+ lines omitted, because the output was not read\)\nthe last line\n$/;
  await expect.poll(() => text).toMatch(end);
  const [omitted] = /\d+(?= lines)/.exec(text) ?? [];
  expect(Number(omitted)).toBe(1002 - text.trimEnd().split("\n").length);
  expect(Number(omitted)).toBeGreaterThan(900);
});
