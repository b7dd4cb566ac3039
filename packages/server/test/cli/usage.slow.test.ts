import { expect, it } from "vitest";
import { runCommand } from "./start-server.ts";

const notPort = "--port must be a whole number from 0 to 65535, not";
const notOrigins = "must be * or origins without a path, such as http://localhost:5173";
const exposed = (host: string) =>
  `on the host "${host}" other machines can reach the controls; use --control-token TOKEN, --no-control to disable the controls, or --insecure-control to allow access without a token`;
const notLatency = "--latency must be milliseconds from 0 to 120000, not";

it.concurrent.each<[flags: string[], message: string]>([
  [["--prot", "4000"], "--prot is not a flag; did you mean --port?"],
  [["--prot=4000"], "--prot is not a flag; did you mean --port?"],
  [["--no-port"], "--no-port is not a flag"],
  [["--Quiet"], "--Quiet is not a flag; did you mean --quiet?"],
  [["-p", "4000"], "-p is not a flag"],
  [["-hq"], "-q is not a flag"],
  [["--a\nb\u001b[2J"], '"--a\\nb\\u001b[2J" is not a flag'],
  [["--a\u202eb\u2066c\u200e"], '"--a\\u{202e}b\\u{2066}c\\u{200e}" is not a flag'],
  [["--a\u2028b\u2029\u007f"], '"--a\\u{2028}b\\u{2029}\\u{7f}" is not a flag'],
  [["4000"], "argument 1 is not a flag or the value of one"],
  [["--quiet", "yes"], "argument 2 is not a flag or the value of one"],
  [["--", "--port"], "argument 2 is not a flag or the value of one"],
  [["--quiet=true"], "--quiet takes no value"],
  [["--port"], "--port needs a value"],
  [["--seed", "--quiet"], "--seed needs a value; write a value that begins with a dash as --seed=-…"],
  [["--port", "-1"], `${notPort} "-1"`],
  [["--port=-1"], `${notPort} "-1"`],
  [["--port="], `${notPort} ""`],
  [["--port", "65536"], `${notPort} "65536"`],
  [["--port", "9".repeat(400)], `${notPort} "${"9".repeat(58)}…`],
  [["--port", "4e3"], `${notPort} "4e3"`],
  [["--port", "0x10"], `${notPort} "0x10"`],
  [["--port", "80.0"], `${notPort} "80.0"`],
  [["--port", " 80"], `${notPort} " 80"`],
  [["--port", "80\n"], `${notPort} "80\\n"`],
  [["--port", "٤٢"], `${notPort} "٤٢"`],
  [["--latency", "120001"], `${notLatency} "120001"`],
  [["--latency=1s"], `${notLatency} "1s"`],
  [["--host", ""], "--host must not be empty"],
  [["--seed="], "--seed must not be empty"],
  [["--import="], "--import must not be empty"],
  [["--export-on-exit="], "--export-on-exit must not be empty"],
  [["--random-seed="], "--random-seed must not be empty"],
  [["--port=1", "--port=1"], "--port is given twice"],
  [["--json", "--quiet", "--json"], "--json is given twice"],
  [["--base-path=api"], "--base-path must be a path that begins with a slash, such as /api"],
  [["--base-path=//api"], "--base-path must be a path that begins with a slash, such as /api"],
  [["--base-path=/a/../b"], "--base-path must be a path that begins with a slash, such as /api"],
  [["--base-path=/a?b"], "--base-path must be a path that begins with a slash, such as /api"],
  [["--cors=http://a.test/"], `--cors ${notOrigins}`],
  [["--cors=http://a.test,"], `--cors ${notOrigins}`],
  [["--allowed-hosts=http://a.test"], "--allowed-hosts must be host names without a scheme or a port"],
  [["--clock=yesterday"], "--clock must be an ISO 8601 timestamp, such as 2026-05-04T08:00:00Z"],
  [["--clock=2026-02-30T00:00:00Z"], "--clock must be an ISO 8601 timestamp, such as 2026-05-04T08:00:00Z"],
  [["--api-key=my secret"], "--api-key must be a string of visible ASCII characters"],
  [["--control-token=größe"], "--control-token must be a string of visible ASCII characters"],
  [
    ["--control-token", "-secret"],
    "--control-token needs a value; write a value that begins with a dash as --control-token=-…",
  ],
  [["--no-control", "--control-token=secret"], "--no-control and --control-token cannot be used together"],
  [["--no-control", "--insecure-control"], "--no-control and --insecure-control cannot be used together"],
  [["--keep-alive-timeout=1s"], '--keep-alive-timeout must be a whole number from 0 to 86400000, not "1s"'],
  ...["0.0.0.0", "::", "203.0.113.1"].map((host): [string[], string] => [["--host", host], exposed(host)]),
])("rejects %j with one line and exit code 2", async (flags, message) => {
  expect(await runCommand(flags)).toEqual({
    code: 2,
    signal: null,
    stdout: "",
    stderr: `knowledge-base-server: ${message}${message.endsWith("?") ? "" : "."} See knowledge-base-server --help.\n`,
  });
});

it.concurrent.each<[variables: Record<string, string>, flags: string[], message: string]>([
  [{ PORT: "http" }, [], 'PORT must be a whole number from 0 to 65535, not "http"'],
  [
    { KNOWLEDGE_BASE_SERVER_PORT: "-1", PORT: "0" },
    [],
    'KNOWLEDGE_BASE_SERVER_PORT must be a whole number from 0 to 65535, not "-1"',
  ],
  [{ KNOWLEDGE_BASE_SERVER_PORT: "-1" }, ["--port=x"], `${notPort} "x"`],
  [{ KNOWLEDGE_BASE_SERVER_QUIET: "yes" }, [], "KNOWLEDGE_BASE_SERVER_QUIET must be true or false"],
  [
    { KNOWLEDGE_BASE_SERVER_LATENCI: "5" },
    [],
    "there is no flag for the variable KNOWLEDGE_BASE_SERVER_LATENCI; did you mean KNOWLEDGE_BASE_SERVER_LATENCY?",
  ],
  [
    { KNOWLEDGE_BASE_SERVER_CONTROL_TOKEN: "my secret" },
    [],
    "KNOWLEDGE_BASE_SERVER_CONTROL_TOKEN must be a string of visible ASCII characters",
  ],
  [
    { KNOWLEDGE_BASE_SERVER_CLOCK: "now" },
    [],
    "KNOWLEDGE_BASE_SERVER_CLOCK must be an ISO 8601 timestamp, such as 2026-05-04T08:00:00Z",
  ],
])("rejects the variables %j with flags %j", async (variables, flags, message) => {
  expect(await runCommand(flags, { env: { ...process.env, ...variables } })).toEqual({
    code: 2,
    signal: null,
    stdout: "",
    stderr: `knowledge-base-server: ${message}${message.endsWith("?") ? "" : "."} See knowledge-base-server --help.\n`,
  });
});
