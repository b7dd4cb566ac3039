import { describe, expect, it } from "vitest";
import type { FlagTable, FlagValues } from "../src/parse-flags.ts";
import { type Environment, readVariables } from "../src/read-variables.ts";
import { UsageError } from "../src/usage-error.ts";

const flags = {
  port: { type: "string", value: "PORT", description: "port to listen on" },
  "export-on-exit": { type: "string", value: "FILE", description: "file to write" },
  quiet: { type: "boolean", description: "print nothing" },
} as const satisfies FlagTable;

function read(environment: Environment, given: FlagValues<typeof flags> = {}) {
  const { values, labelOf } = readVariables(flags, given, { prefix: "KB_", others: { port: "PORT" } }, environment);
  return { values, port: labelOf("port") };
}

describe("readVariables", () => {
  it.each<{ environment: Environment; values: object }>([
    { environment: {}, values: {} },
    { environment: { KB_EXPORT_ON_EXIT: "a.json" }, values: { "export-on-exit": "a.json" } },
    { environment: { KB_PORT: "1", PORT: "2" }, values: { port: "1" } },
    { environment: { PORT: "2" }, values: { port: "2" } },
    { environment: { KB_PORT: "", PORT: "2" }, values: { port: "2" } },
    { environment: { KB_PORT: "tcp://10.0.0.1:4000" }, values: {} },
    { environment: { KB_QUIET: "true" }, values: { quiet: true } },
    { environment: { KB_QUIET: "1" }, values: { quiet: true } },
    { environment: { KB_QUIET: "FALSE" }, values: { quiet: false } },
    { environment: { KB_QUIET: "0" }, values: { quiet: false } },
    { environment: { KB_OTHER: "x", QUIET: "true" }, values: {} },
  ])("reads $environment", ({ environment, values }) => {
    expect(read(environment).values).toEqual(values);
  });

  it("prefers flags", () => {
    const environment = { KB_PORT: "1", KB_QUIET: "false" };
    expect(read(environment, { port: "2", quiet: true })).toEqual({
      values: { port: "2", quiet: true },
      port: "--port",
    });
  });

  it("names the variable that has set a flag", () => {
    expect(read({ PORT: "x" }).port).toBe("PORT");
    expect(read({ KB_PORT: "x" }).port).toBe("KB_PORT");
    expect(read({}).port).toBe("--port");
  });

  it("rejects a boolean that is neither true nor false", () => {
    expect(() => read({ KB_QUIET: "yes" })).toThrow(new UsageError('KB_QUIET must be true or false, not "yes"'));
  });
});
