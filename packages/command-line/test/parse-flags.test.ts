import { wholeNumberRule } from "@knowledge-base/types/internal";
import { describe, expect, it } from "vitest";
import { type FlagTable, parseFlags } from "../src/parse-flags.ts";
import { requireNonEmpty, requireNumber } from "../src/require-value.ts";
import { UsageError } from "../src/usage-error.ts";

const flags = {
  port: { type: "string", value: "PORT", description: "port to listen on" },
  quiet: { type: "boolean", short: "q", description: "print nothing" },
  "no-control": { type: "boolean", description: "do not serve the controls" },
} as const satisfies FlagTable;

function parse(args: readonly string[], hidesUnexpectedArguments = false) {
  return { ...parseFlags(args, flags, { hidesUnexpectedArguments }) };
}

describe("parseFlags", () => {
  it.each<{ args: string[]; values: object }>([
    { args: [], values: {} },
    { args: ["--port", "80", "--quiet"], values: { port: "80", quiet: true } },
    { args: ["--port=", "-q"], values: { port: "", quiet: true } },
    { args: ["--port", "-1"], values: { port: "-1" } },
    { args: ["--port", "-"], values: { port: "-" } },
    { args: ["--port=--quiet", "--"], values: { port: "--quiet" } },
    { args: ["--no-quiet"], values: { quiet: false } },
    { args: ["--no-control"], values: { "no-control": true } },
    { args: ["--control"], values: { "no-control": false } },
    { args: ["--no-no-control"], values: { "no-control": false } },
  ])("reads $args", ({ args, values }) => {
    expect(parse(args)).toEqual(values);
  });

  it.each([
    { args: ["--prot=80"], message: "--prot is not a flag; did you mean --port?" },
    { args: ["-x"], message: "-x is not a flag" },
    { args: ["--constructor"], message: "--constructor is not a flag" },
    { args: ["--a\nb"], message: '"--a\\nb" is not a flag' },
    { args: [`--${"x".repeat(1000)}`], message: `"--${"x".repeat(56)}… is not a flag` },
    { args: ["--no-port"], message: "--no-port is not a flag" },
    { args: ["--no-quiet=true"], message: "--no-quiet takes no value" },
    { args: ["--quiet", "--no-quiet"], message: "--quiet and --no-quiet cannot be given together" },
    { args: ["--no-quiet", "--no-quiet"], message: "--no-quiet is given twice" },
    { args: ["--port"], message: "--port needs a value" },
    {
      args: ["--port", "--quiet"],
      message: "--port needs a value; write a value that begins with a dash as --port=-…",
    },
    { args: ["--quiet=true"], message: "--quiet takes no value" },
    { args: ["--port=1", "--quiet", "--port=1"], message: "--port is given twice" },
    { args: ["key"], message: '"key" is not a flag or the value of one' },
  ])("rejects $args", ({ args, message }) => {
    expect(() => parse(args)).toThrow(new UsageError(message));
  });

  it("does not show an unexpected argument that may be a secret", () => {
    expect(() => parse(["key"], true)).toThrow(new UsageError("argument 1 is not a flag or the value of one"));
  });
});

describe("requireNumber", () => {
  const rule = wholeNumberRule(1, 10);

  it.each(["1", "10", "010"])("accepts %j", (text) => {
    expect(requireNumber("--count", text, rule)).toBe(Number(text));
  });

  it.each(["0", "11", "-1", "1.5", "1e1", " 5", "", "ten"])("rejects %j", (text) => {
    const message = `--count must be a whole number from 1 to 10, not ${JSON.stringify(text)}`;
    expect(() => requireNumber("--count", text, rule)).toThrow(new UsageError(message));
  });
});

it("requireNonEmpty accepts a missing value, but no empty one", () => {
  expect(requireNonEmpty("--seed", undefined)).toBeUndefined();
  expect(requireNonEmpty("--seed", "demo")).toBe("demo");
  expect(() => requireNonEmpty("--seed", "")).toThrow(new UsageError("--seed must not be empty"));
});
