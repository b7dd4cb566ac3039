import { findClosestName, suggestName } from "@knowledge-base/internal";
import { describe, expect, it } from "vitest";

const names = ["baseUrl", "apiKey", "timeout", "deadline", "retries", "fetch", "logger", "logLevel", "onError"];

it("says so if no name is known", () => {
  expect(suggestName("brainId", [], "field")).toBe("there are no fields");
});

describe("findClosestName", () => {
  it.each([
    ["baseURL", "baseUrl"],
    ["base_url", "baseUrl"],
    ["BASEURL", "baseUrl"],
    ["apikey", "apiKey"],
    ["api-key", "apiKey"],
    ["timeuot", "timeout"],
    ["tiemout", "timeout"],
    ["timeoutMs", "timeout"],
    ["deadlin", "deadline"],
    ["retry", undefined],
    ["fecth", "fetch"],
    ["logerr", "logger"],
    ["loglevel", "logLevel"],
    ["onerror", "onError"],
    ["url", undefined],
    ["x", undefined],
    ["", undefined],
    ["colour", undefined],
    ["constructor", undefined],
    ["x".repeat(1_000_000), undefined],
  ])('finds for "$0" the name $1', (name, closest) => {
    expect(findClosestName(name, names)).toBe(closest);
  });

  it("prefers a name that differs only in case, then the one with the fewest changes", () => {
    expect(findClosestName("retriez", ["retriex", "RETRIEZ"])).toBe("RETRIEZ");
    expect(findClosestName("deadlines", ["headlined", "deadline"])).toBe("deadline");
    expect(findClosestName("timeout", [])).toBeUndefined();
  });

  it("counts two swapped characters as one change", () => {
    expect(findClosestName("prot", ["port"])).toBe("port");
    expect(findClosestName("porst", ["port"])).toBe("port");
    expect(findClosestName("rpto", ["port"])).toBeUndefined();
  });
});
