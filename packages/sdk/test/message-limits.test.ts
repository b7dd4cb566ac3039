import { ConfigurationError } from "@knowledge-base/sdk";
import { describe, expect, it } from "vitest";

const messageOf = (message: string) => new ConfigurationError({ message }).message;

describe("the message of an error", () => {
  it("is complete up to 1,000 characters", () => {
    for (const length of [0, 1, 998, 999, 1000]) expect(messageOf("a".repeat(length))).toBe("a".repeat(length));
  });

  it("is cut to 999 characters and an ellipsis if it is longer", () => {
    for (const length of [1001, 1002, 100_000]) expect(messageOf("a".repeat(length))).toBe(`${"a".repeat(999)}…`);
  });

  it("is not cut through a character", () => {
    expect(messageOf(`${"a".repeat(998)}😀bc`)).toBe(`${"a".repeat(998)}…`);
    expect(messageOf(`😀${"a".repeat(1000)}`)).toBe(`😀${"a".repeat(997)}…`);
    expect(messageOf(`${"a".repeat(998)}😀`)).toBe(`${"a".repeat(998)}😀`);
  });

  it("has one space for control characters, line breaks and marks of direction that follow each other", () => {
    expect(messageOf("a\r\n\u001b\u2028b\u202ec\u2066\u061cd\te")).toBe("a b c d e");
    expect(messageOf(`${"a".repeat(999)}\n\n`)).toBe(`${"a".repeat(999)} `);
  });

  it("has no half of a character", () => {
    expect(messageOf("a\ud800b")).toBe("a\ufffdb");
    expect(messageOf(`${"\ud800".repeat(2000)}`)).toMatch(/^\ufffd{998,999}…$/);
  });
});
