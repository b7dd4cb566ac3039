import { findClosestName, suggestName } from "@knowledge-base/internal/suggest-name";
import { describe, expect, it } from "vitest";

const names = ["baseUrl", "apiKey", "timeout", "deadline", "retries", "fetch", "logger", "logLevel", "onError"];

it("says so if no name is known", () => {
  expect(suggestName("brainId", [], "field")).toBe("there are no fields");
});

describe("findClosestName", () => {
  it.each([
    { name: "baseURL", closest: "baseUrl" },
    { name: "base_url", closest: "baseUrl" },
    { name: "BASEURL", closest: "baseUrl" },
    { name: "apikey", closest: "apiKey" },
    { name: "api-key", closest: "apiKey" },
    { name: "timeuot", closest: "timeout" },
    { name: "tiemout", closest: "timeout" },
    { name: "timeoutMs", closest: "timeout" },
    { name: "deadlin", closest: "deadline" },
    { name: "retry", closest: undefined },
    { name: "fecth", closest: "fetch" },
    { name: "logerr", closest: "logger" },
    { name: "loglevel", closest: "logLevel" },
    { name: "onerror", closest: "onError" },
    { name: "url", closest: undefined },
    { name: "x", closest: undefined },
    { name: "", closest: undefined },
    { name: "colour", closest: undefined },
    { name: "constructor", closest: undefined },
    { name: "x".repeat(1_000_000), closest: undefined },
  ])('finds for "$name" the name $closest', ({ name, closest }) => {
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
