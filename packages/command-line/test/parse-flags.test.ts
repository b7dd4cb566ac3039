import { describe, expect, it } from "vitest";
import { type FlagTable, parseFlags, requireNonEmpty, requireWholeNumber, UsageError } from "../src/parse-flags.ts";

const flags = {
  port: { type: "string", value: "PORT", description: "port to listen on" },
  quiet: { type: "boolean", short: "q", description: "print nothing" },
} as const satisfies FlagTable;

function parse(args: readonly string[], hidesUnexpectedArguments = false) {
  return { ...parseFlags(args, flags, { hidesUnexpectedArguments }) };
}

describe("parseFlags", () => {
  it.each<{ args: string[]; values: object }>([
    { args: [], values: {} },
    { args: ["--port", "80", "--quiet"], values: { port: "80", quiet: true } },
    { args: ["--port=", "-q"], values: { port: "", quiet: true } },
  ])("reads $args", ({ args, values }) => {
    expect(parse(args)).toEqual(values);
  });

  it.each([
    { args: ["--prot=80"], message: "Unknown option '--prot'" },
    { args: ["--a\nb"], message: "Unknown option '--a b'" },
    { args: ["--port"], message: "Option '--port <value>' argument missing" },
    { args: ["--port=1", "--quiet", "--port=1"], message: "--port is given twice" },
    { args: ["key"], message: "Unexpected argument 'key'. This command does not take positional arguments" },
  ])("rejects $args", ({ args, message }) => {
    expect(() => parse(args)).toThrow(new UsageError(message));
  });

  it("does not show an unexpected argument that may be a secret", () => {
    expect(() => parse(["key"], true)).toThrow(new UsageError("every argument must belong to a flag"));
  });
});

describe("requireWholeNumber", () => {
  it.each(["1", "10", "010"])("accepts %j", (text) => {
    expect(requireWholeNumber("count", text, 1, 10)).toBe(Number(text));
  });

  it.each(["0", "11", "-1", "1.5", "1e1", " 5", "", "ten"])("rejects %j", (text) => {
    const message = `--count must be a whole number from 1 to 10, not ${JSON.stringify(text)}`;
    expect(() => requireWholeNumber("count", text, 1, 10)).toThrow(new UsageError(message));
  });
});

it("requireNonEmpty accepts a missing value, but no empty one", () => {
  expect(requireNonEmpty("seed", undefined)).toBeUndefined();
  expect(requireNonEmpty("seed", "demo")).toBe("demo");
  expect(() => requireNonEmpty("seed", "")).toThrow(new UsageError("--seed must not be empty"));
});
