import { describe, expect, it } from "vitest";
import { linkTo, readRoute, tokenIn } from "../src/page/routes.ts";

describe("a link", () => {
  it.each([
    ["org_a", "brains", "brain_b"],
    ["a/b", "#token=c", "?d"],
    ["100 %", "größer", "..", "."],
    ["%2F", "%"],
    [],
  ])("leads to the panel and the ids that it was made from: %s", (...path) => {
    expect(readRoute(linkTo("state", ...path))).toEqual({ panel: "state", path });
  });

  it("replaces half of a character, which no address can have", () => {
    expect(linkTo("try", "\ud800")).toBe("#/try/%EF%BF%BD");
  });
});

describe("an address", () => {
  it.each([
    ["", "requests", []],
    ["#/", "requests", []],
    ["#state//org_a/", "state", ["org_a"]],
    ["#/nothing/a", "requests", ["a"]],
    ["#/constructor", "requests", []],
    ["#/state/100%", "state", ["100%"]],
  ])("shows a panel, even if somebody has written it by hand: %s", (hash, panel, path) => {
    expect(readRoute(hash)).toEqual({ panel, path });
  });

  it.each([
    ["http://127.0.0.1:4000/_inspector/#token=a%20b", "a b"],
    ["#token=a+b", "a+b"],
    ["#token=", ""],
    ["#/state/token", null],
    ["secret", null],
  ])("has a token, or none: %s", (url, token) => {
    expect(tokenIn(url)).toBe(token);
  });
});
