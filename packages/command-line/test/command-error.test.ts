import { readFile } from "node:fs/promises";
import {
  CommandError,
  describeSystemError,
  escapeControlCharacters,
  toCommandError,
} from "@knowledge-base/command-line";
import { describe, expect, it } from "vitest";

describe("toCommandError", () => {
  it("returns an error of the command as it is", () => {
    const error = new CommandError(3, "Failed to read a.json");
    expect(toCommandError(error, 1)).toBe(error);
    expect(error).toMatchObject({ exitCode: 3, details: [] });
  });

  it("reports anything else as a bug with its stack, without secrets", () => {
    const cause = new Error("Out of ink for key_north");
    const error = toCommandError(cause, 5, (text) => text.replaceAll("key_north", "[redacted]"));
    expect(error).toMatchObject({
      exitCode: 5,
      message: "Failed unexpectedly: Out of ink for [redacted]. This is a bug in the command. The stack follows.",
      cause,
    });
    expect(error.details[0]).toBe("Error: Out of ink for [redacted]");
    expect(error.details.length).toBeGreaterThan(1);
  });

  it("reports what is not an error", () => {
    expect(toCommandError("ink", 1).message).toMatch(/^Failed unexpectedly: ink\. /);
  });
});

describe("describeSystemError", () => {
  it.each([
    ["/nowhere/a.json", "there is no such file or folder"],
    [import.meta.dirname, "it is a folder"],
    [`${import.meta.filename}/a.json`, "a part of its path is not a folder"],
  ])("describes why %s cannot be read", async (path, reason) => {
    const error = await readFile(path).catch((thrown: unknown) => thrown);
    expect(describeSystemError(error)).toBe(reason);
  });

  it("shows an unknown code, and the message of an error without one", () => {
    expect(describeSystemError(Object.assign(new Error("EXYZ: no"), { code: "EXYZ" }))).toBe(
      "the system returned EXYZ",
    );
    expect(describeSystemError(new Error("it is not a regular file"))).toBe("it is not a regular file");
  });
});

it("escapeControlCharacters escapes what breaks a line, reverses it or controls a terminal, and nothing else", () => {
  expect(escapeControlCharacters("a\nb\u001b[2J\u007f\u009b\u202e\u2028\u2029\ud800 é 🛳️ \\u000a")).toBe(
    "a\\u000ab\\u001b[2J\\u007f\\u009b\\u202e\\u2028\\u2029\\ud800 é 🛳️ \\u000a",
  );
});
