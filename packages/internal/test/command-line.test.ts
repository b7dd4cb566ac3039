import http from "node:http";
import { setTimeout } from "node:timers/promises";
import { wholeNumberRule } from "@knowledge-base/internal";
import {
  CommandError,
  type CommandLine,
  type FlagTable,
  listenForStopSignals,
  print,
  variableOf,
} from "@knowledge-base/internal/command-line";
import { expect, it, onTestFinished } from "vitest";
import { InProcessCommand } from "./in-process-command.ts";

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

// biome-ignore format: one row a line
it.each<[args: string[], env: Record<string, string>, values: object, given: string[]]>([
  [[], {}, defaults, []],
  [["quay"], {}, { ...defaults, url: "quay" }, ["url"]],
  [["--url", "quay", "--port=80", "--tags=b, a,b", "--no-light", "--dry-run"], {}, { url: "quay", port: 80, tags: ["b", "a"], light: false, "dry-run": true }, ["url", "port", "tags", "light", "dry-run"]],
  [["--tags=b,a", "--tags", "c", "--tags= a ,d"], { MOOR_TAGS: "x" }, { ...defaults, tags: ["b", "a", "c", "d"] }, ["tags"]],
  [[], { MOORING: "quay", MOOR_PORT: "12", MOOR_LIGHT: "0", MOOR_DRY_RUN: "TRUE", MOOR_TAGS: "" }, { url: "quay", port: 12, light: false, "dry-run": true }, []],
  [["--port", "1", "--no-dry-run"], { MOOR_PORT: "2", MOOR_DRY_RUN: "1" }, { ...defaults, port: 1 }, ["port", "dry-run"]],
])("a command reads %j and %j", async (args, env, values, given) => {
  const { code, stdout, stderr } = await new InProcessCommand(command as never, manifest, args, env).ended;
  expect([code, stderr]).toEqual([3, ""]);
  const [read, names] = JSON.parse(stdout);
  expect(read).toEqual(values);
  expect(new Set(names)).toEqual(new Set(given));
});

const advice = ". See moor --help.\n";

// biome-ignore format: one row a line
it.each<[args: string[], env: Record<string, string>, code: number, stderr: string | RegExp]>([
  [["a", "b"], {}, 2, `moor: --url is given twice, or the flag of an argument is missing${advice}`],
  [["a", "--url=b"], {}, 2, `moor: --url is given twice, or the flag of an argument is missing${advice}`],
  [["--sail"], {}, 2, `moor: Unknown option '--sail'${advice}`],
  [["--prot=1"], {}, 2, `moor: Unknown option '--prot' (did you mean --port?)${advice}`],
  [["--Tags", "a"], {}, 2, `moor: Unknown option '--Tags' (did you mean --tags?)${advice}`],
  [["--no-lihgt"], {}, 2, `moor: Unknown option '--no-lihgt' (did you mean --no-light?)${advice}`],
  [["--dry_run"], {}, 2, `moor: Unknown option '--dry_run' (did you mean --dry-run?)${advice}`],
  [["--hepl"], {}, 2, `moor: Unknown option '--hepl' (did you mean --help?)${advice}`],
  [["-p", "1"], {}, 2, `moor: Unknown option '-p'${advice}`],
  [["--port=1", "--port=1"], {}, 2, `moor: --port is given twice: give it once${advice}`],
  [["--key=kb_secret", "--key", "kb_other"], {}, 2, `moor: --key is given twice: give it once${advice}`],
  [["--dry-run", "--no-dry-run"], {}, 2, `moor: --dry-run is given twice: give it once${advice}`],
  [["--light", "--light"], {}, 2, `moor: --light is given twice: give it once${advice}`],
  [["--tags=a", "--tags="], {}, 2, `moor: --tags must be letters, not "a,"${advice}`],
  [["--port="], {}, 2, `moor: --port must not be empty${advice}`],
  [["--port=x"], {}, 2, `moor: --port must be a whole number from 0 to 65535, not "x"${advice}`],
  [["--tags=a,1"], {}, 2, `moor: --tags must be letters, not "a,1"${advice}`],
  [["--key=kb_secret"], {}, 2, `moor: --key must be 16 characters${advice}`],
  [[], { MOOR_LIGHT: "maybe" }, 2, `moor: MOOR_LIGHT must be true or false${advice}`],
  [["reef"], {}, 5, "moor: Failed to moor: a reef\\u0007.\n  Turn around.\n"],
  [["bug"], {}, 7, /^moor: Failed unexpectedly: broken\. This is a bug in the command\. The stack follows\.\n {2}Error: broken\n {6}at /],
])("a command that cannot continue reports why: %j %j", async (args, env, code, stderr) => {
  const result = await new InProcessCommand(command as never, manifest, args, env).ended;
  expect(result).toEqual({ code, stdout: "", stderr: typeof stderr === "string" ? stderr : expect.stringMatching(stderr) });
});

it("a command without a positional flag does not show an argument, which may be a secret", async () => {
  const { positional: _, ...others } = command;
  const { stderr } = await new InProcessCommand(others as never, manifest, ["kb_secret"]).ended;
  expect(stderr).toBe(`moor: There are no subcommands, only flags. Start it as: moor URL [options]${advice}`);
});

it("a command prints its help and its version, and needs the Node of its package", async () => {
  const run = (args: string[], node?: string) =>
    new InProcessCommand(command as never, manifest, args, {}, node === undefined ? {} : { node }).ended;
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

// biome-ignore format: one row a line
it.each([
  [{ HTTP_PROXY: "http://127.0.0.1:9" }, "moor: the proxy is not used: this version of Node needs NODE_USE_ENV_PROXY=1.\n"],
  [{ HTTP_PROXY: "http://127.0.0.1:9", NODE_USE_ENV_PROXY: "1" }, ""],
  [{ HTTP_PROXY: "" }, ""],
])("a command warns if Node needs another variable for a proxy: %j", async (env, stderr) => {
  const { setGlobalProxyFromEnv } = http;
  onTestFinished(() => void Object.assign(http, { setGlobalProxyFromEnv }));
  Object.assign(http, { setGlobalProxyFromEnv: undefined });
  expect((await new InProcessCommand(command as never, manifest, [], env).ended).stderr).toBe(stderr);
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
      const stop = listenForStopSignals();
      await print("ready");
      await stop.first;
      stops.push("first");
      stop.stop();
      stops.push(await Promise.race([stop.second.then(() => "cut off"), setTimeout(1010, "waited")]));
      stop.stop();
      await stop.second;
      return stops.push("second");
    },
  };
  const run = new InProcessCommand(stoppable as never, manifest, []);
  await run.waitForOutput("ready");
  expect(await run.stop("SIGHUP")).toMatchObject({ code: 3 });
  expect(stops).toEqual(["first", "waited", "second"]);
});
