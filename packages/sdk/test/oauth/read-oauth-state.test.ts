import { readOAuthState } from "@knowledge-base/sdk/oauth";
import { describe, expect, it } from "vitest";
import { state } from "./callback-fixtures.ts";

const error = new TypeError(
  "Failed to read an OAuth start: authorizationUrl is not a URL with one state in its query.",
);

describe("readOAuthState", () => {
  it.each([
    `https://platform.example/authorize?client_id=app&state=${state}&scope=a+b`,
    `https://platform.example/authorize?state=${state}#state=other`,
    `http://localhost:8787/_platform/oauth/authorize?state=${state}`,
    `https://platform.example/?STATE=other&state=${state}&state%5B%5D=other`,
  ])("reads the state from %s", (authorizationUrl) => {
    expect(readOAuthState({ authorizationUrl })).toBe(state);
  });

  it("returns the state, decoded once", () => {
    for (const plain of ["a b", "a+b/c==", "a&b=c", "a%20b", "ö 天 👨‍👩‍👧", "<x>", " "]) {
      const authorizationUrl = `https://platform.example/authorize?state=${encodeURIComponent(plain)}`;
      expect(readOAuthState({ authorizationUrl })).toBe(plain);
    }
  });

  it.each([
    ["no state", "https://platform.example/authorize?client_id=app"],
    ["no query", "https://platform.example/authorize"],
    ["an empty state", "https://platform.example/authorize?state="],
    ["a state without a value", "https://platform.example/authorize?state&x=1"],
    ["two states", "https://platform.example/authorize?state=one&state=two"],
    ["the same state twice", "https://platform.example/authorize?state=one&state=one"],
    ["an empty state before another", "https://platform.example/authorize?state=&state=two"],
    ["a state in its fragment alone", "https://platform.example/authorize#state=one"],
    ["a state in another case", "https://platform.example/authorize?State=one"],
  ])("rejects a URL with %s", (_, authorizationUrl) => {
    expect(() => readOAuthState({ authorizationUrl })).toThrow(error);
  });

  it.each(["", " ", "/authorize?state=one", "?state=one", "https://?state=one", "https://[?state=one", "state=one"])(
    "rejects %j, which is not a URL",
    (authorizationUrl) => {
      expect(() => readOAuthState({ authorizationUrl })).toThrow(error);
    },
  );

  it("reads the URL alone", () => {
    const start = { authorizationUrl: `https://platform.example/?state=${state}`, expiresAt: "never" };
    expect(readOAuthState(start)).toBe(state);
  });
});
