import { expect, it } from "vitest";
import { runCommand } from "./start-server.ts";

const ambiguous = (flag: string) =>
  `Option '--${flag}' argument is ambiguous. Did you forget to specify the option argument for '--${flag}'? ` +
  `To specify an option argument starting with a dash use '--${flag}=-XYZ'`;
const notPort = "--port must be a whole number from 0 to 65535, not";
const notLatency = "--latency must be a whole number from 0 to 120000, not";

it.concurrent.each<[flags: string[], message: string]>([
  [["--prot", "4000"], "Unknown option '--prot'"],
  [["--prot=4000"], "Unknown option '--prot'"],
  [["--no-quiet"], "Unknown option '--no-quiet'"],
  [["--Quiet"], "Unknown option '--Quiet'"],
  [["-p", "4000"], "Unknown option '-p'"],
  [["-hq"], "Unknown option '-q'"],
  [["--a\nb\u001b[2J"], "Unknown option '--a b\\u001b[2J'"],
  [["--a\u202eb\u2066c\u200e"], "Unknown option '--a\\u202eb\\u2066c\\u200e'"],
  [["--a\u2028b\u2029\u007f"], "Unknown option '--a\\u2028b\\u2029\\u007f'"],
  [["4000"], "Unexpected argument '4000'. This command does not take positional arguments"],
  [["--", "--port"], "Unexpected argument '--port'. This command does not take positional arguments"],
  [["--quiet=true"], "Option '--quiet' does not take an argument"],
  [["--port"], "Option '--port <value>' argument missing"],
  [["--seed", "--quiet"], ambiguous("seed")],
  [["--port", "-1"], ambiguous("port")],
  [["--port=-1"], `${notPort} "-1"`],
  [["--port="], `${notPort} ""`],
  [["--port", "65536"], `${notPort} "65536"`],
  [["--port", "9".repeat(400)], `${notPort} "${"9".repeat(400)}"`],
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
])("rejects %j with one line and exit code 2", async (flags, message) => {
  expect(await runCommand(flags)).toEqual({
    code: 2,
    signal: null,
    stdout: "",
    stderr: `knowledge-base-server: ${message}. See knowledge-base-server --help.\n`,
  });
});
