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
    { environment: { OTHER: "x", QUIET: "true", KB_: undefined, KB_OTHER: "" }, values: {} },
    {
      environment: {
        KB_SERVICE_HOST: "10.0.0.1",
        KB_SERVICE_PORT: "4000",
        KB_SERVICE_PORT_HTTP: "4000",
        KB_PORT: "tcp://10.0.0.1:4000",
        KB_PORT_4000_TCP: "tcp://10.0.0.1:4000",
        KB_PORT_4000_TCP_PROTO: "tcp",
        KB_PORT_4000_TCP_PORT: "4000",
        KB_PORT_4000_TCP_ADDR: "10.0.0.1",
      },
      values: {},
    },
  ])("reads $environment", ({ environment, values }) => {
    expect(read(environment).values).toEqual(values);
  });

  it("prefers flags", () => {
    const environment = { KB_PORT: "1", KB_QUIET: "false" };
    for (const quiet of [true, false]) {
      expect(read(environment, { port: "2", quiet })).toEqual({ values: { port: "2", quiet }, port: "--port" });
    }
  });

  it("names the variable that has set a flag", () => {
    expect(read({ PORT: "x" }).port).toBe("PORT");
    expect(read({ KB_PORT: "x" }).port).toBe("KB_PORT");
    expect(read({}).port).toBe("--port");
  });

  it("rejects a boolean that is neither true nor false, and does not show it", () => {
    expect(() => read({ KB_QUIET: "yes" })).toThrow(new UsageError("KB_QUIET must be true or false"));
  });

  it.each([
    ["KB_PROT", "there is no flag for the variable KB_PROT; did you mean KB_PORT?"],
    ["KB_port", "there is no flag for the variable KB_port; did you mean KB_PORT?"],
    ["KB_EXPORT-ON-EXIT", "there is no flag for the variable KB_EXPORT-ON-EXIT; did you mean KB_EXPORT_ON_EXIT?"],
    ["KB_OTHER", "there is no flag for the variable KB_OTHER"],
    ["KB_SERVICE", "there is no flag for the variable KB_SERVICE"],
    [`KB_${"X".repeat(1000)}`, `there is no flag for the variable "KB_${"X".repeat(55)}…`],
  ])("rejects %s, which is not the variable of a flag", (name, message) => {
    expect(() => read({ [name]: "1" }, { port: "2" })).toThrow(new UsageError(message));
  });
});
