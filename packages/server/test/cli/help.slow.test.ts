import { readFile } from "node:fs/promises";
import { expect, it } from "vitest";
import { runCommand } from "./start-server.ts";

it.concurrent("--help lists every flag and exit code, in lines that fit a terminal, and starts no server", async () => {
  const { stdout, ...rest } = await runCommand(["--help", "--port=1", "--seed=missing.json"]);
  expect(rest).toEqual({ code: 0, signal: null, stderr: "" });
  expect(stdout).toMatch(/^Usage: knowledge-base-server \[options\]\n/);
  expect(stdout.match(/--[a-z-]+( [A-Zdemo|]+)?/g)).toEqual([
    "--port PORT",
    "--host HOST",
    "--seed demo|FILE",
    "--import FILE",
    "--export-on-exit FILE",
    "--random-seed TEXT",
    "--latency MS",
    "--quiet",
    "--json",
    "--help",
    "--version",
  ]);
  expect(stdout).toContain("Exit codes: 0 stopped, 1 failed, 2 wrong usage, 3 state file, 4 cannot listen.\n");
  expect(stdout.split("\n").filter((line) => line.length > 120)).toEqual([]);
});

it.concurrent("-h is --help", async () => {
  expect(await runCommand(["-h"])).toEqual(await runCommand(["--help"]));
});

it.concurrent("--version prints the version of the package, and starts no server", async () => {
  const { version } = JSON.parse(await readFile(new URL("../../package.json", import.meta.url), "utf8"));
  expect(await runCommand(["--version", "--port=1"])).toEqual({
    code: 0,
    signal: null,
    stdout: `${version}\n`,
    stderr: "",
  });
});
