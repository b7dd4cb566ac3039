import { describe, expect, it } from "vitest";
import { linkTo, readRoute, tokenIn } from "../src/page/routes.ts";

describe("a link", () => {
  it.each([
    { path: [] },
    { path: ["org_a", "brains", "brain_b"] },
    { path: ["a/b", "#token=c", "?d"] },
    { path: ["100 %", "größer", "..", "."] },
    { path: ["%2F", "%"] },
  ])("leads to the ids $path that it was made from", ({ path }) => {
    expect(readRoute(linkTo("state", ...path))).toEqual({ panel: "state", path });
  });

  it("replaces half of a character, which no address can have", () => {
    expect(linkTo("try", "\ud800")).toBe("#/try/%EF%BF%BD");
  });
});

describe("an address", () => {
  it.each([
    { hash: "", panel: "requests", path: [] },
    { hash: "#/", panel: "requests", path: [] },
    { hash: "#state//org_a/", panel: "state", path: ["org_a"] },
    { hash: "#/nothing/a", panel: "requests", path: ["a"] },
    { hash: "#/constructor", panel: "requests", path: [] },
    { hash: "#/state/100%", panel: "state", path: ["100%"] },
  ])('that somebody has written by hand, "$hash", shows the panel $panel and $path', ({ hash, panel, path }) => {
    expect(readRoute(hash)).toEqual({ panel, path });
  });

  it.each([
    { url: "http://127.0.0.1:4000/_inspector/#token=a%20b", token: "a b" },
    { url: "#token=a+b", token: "a+b" },
    { url: "#token=", token: "" },
    { url: "#/state/token", token: null },
    { url: "secret", token: null },
  ])("like $url has the token $token", ({ url, token }) => {
    expect(tokenIn(url)).toBe(token);
  });
});
