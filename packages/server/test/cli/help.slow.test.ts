import { readFile } from "node:fs/promises";
import { expect, it } from "vitest";
import { runCommand } from "./start-server.ts";

it.concurrent("--help lists every flag and exit code, in lines that fit a terminal, and starts no server", async () => {
  const { stdout, ...rest } = await runCommand(["--help", "--port=1", "--seed=missing.json"]);
  expect(rest).toEqual({ code: 0, signal: null, stderr: "" });
  expect(stdout).toMatch(/^Usage: knowledge-base-server \[options\]\n/);
  expect(stdout.match(/^ +(-h, )?--[a-z-]+( [A-Zdemo|]+)?(?= {2})/gm)?.map((label) => label.trim())).toEqual([
    "--port PORT",
    "--host HOST",
    "--base-path PATH",
    "--seed demo|FILE",
    "--import FILE",
    "--export-on-exit FILE",
    "--api-key KEY",
    "--random-seed TEXT",
    "--clock TIME",
    "--latency MS",
    "--strict-bodies",
    "--cors ORIGINS",
    "--allowed-hosts NAMES",
    "--trust-proxy",
    "--no-control",
    "--control-token TOKEN",
    "--insecure-control",
    "--no-inspector",
    "--open",
    "--body-limit BYTES",
    "--headers-timeout MS",
    "--request-timeout MS",
    "--keep-alive-timeout MS",
    "--max-journal-entries COUNT",
    "--max-journal-bytes BYTES",
    "--max-deliveries COUNT",
    "--max-delivery-bytes BYTES",
    "--exit-with-parent",
    "--quiet",
    "--json",
    "-h, --help",
    "--version",
  ]);
  expect(stdout).toContain("KNOWLEDGE_BASE_SERVER_EXPORT_ON_EXIT");
  expect(stdout.match(/^ {2}\d {2}(?=\w)/gm)).toEqual(["  0  ", "  1  ", "  2  ", "  3  ", "  4  "]);
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
