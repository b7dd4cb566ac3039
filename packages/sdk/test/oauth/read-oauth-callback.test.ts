import { readOAuthCallback } from "@knowledge-base/sdk/oauth";
import { describe, expect, it } from "vitest";
import { callbackUrl, catchCallbackError, code, state } from "./callback-fixtures.ts";

describe("readOAuthCallback", () => {
  it.each([
    ["a whole URL", callbackUrl({ code, state })],
    ["a URL object", new URL(callbackUrl({ code, state }))],
    ["a path, as an HTTP server receives it", `/oauth/callback?code=${code}&state=${state}`],
    ["a path at the root", `/?state=${state}&code=${code}`],
    ["a query alone", `?code=${code}&state=${state}`],
    ["a path with two slashes", `//oauth/callback?code=${code}&state=${state}`],
    ["a URL of another scheme", `harbour-app://oauth?code=${code}&state=${state}`],
    ["a URL with more in it", callbackUrl({ scope: "a b", code, iss: "x", state, Code: "y", "code[]": "z" })],
    ["a URL with a fragment", `${callbackUrl({ code, state })}#_=_`],
  ])("reads code and state from %s", (_, url) => {
    expect(readOAuthCallback(url, { state })).toEqual({ code, state });
  });

  it("does not change the URL object", () => {
    const url = new URL(callbackUrl({ code, state }));
    readOAuthCallback(url, { state });
    expect(url.href).toBe(callbackUrl({ code, state }));
  });

  it.each(["a b", "a+b/c==", "a&b=c#d", "a%20b", "ö 天 👨‍👩‍👧 \u200B", "e\u0301", "../..", "\0\r\n", "__proto__"])(
    "returns %j as it was before it was put into the URL",
    (text) => {
      const given = { code: text, state: text };
      expect(readOAuthCallback(callbackUrl(given), { state: text })).toEqual(given);
      const written = `/callback?code=${encodeURIComponent(text)}&state=${encodeURIComponent(text)}`;
      expect(readOAuthCallback(written, { state: text })).toEqual(given);
    },
  );

  it.each([
    ["no code", { state }, "no code"],
    ["an empty code", { code: "", state }, "no code"],
    ["no state", { code }, "no state"],
    ["an empty state", { code, state: "" }, "no state"],
    ["nothing", {}, "no state"],
    ["an error and no state", { error: "access_denied" }, "no state"],
  ])("rejects a callback with %s", (_, query, problem) => {
    const error = catchCallbackError(callbackUrl(query));
    expect(error.problem).toBe("malformed");
    expect(error.message).toBe(`Failed to read an OAuth callback: it has ${problem}.`);
  });

  it.each([
    ["the same code twice", [code, code], [state], "code"],
    ["two codes", ["other", code], [state], "code"],
    ["an empty code after another", [code, ""], [state], "code"],
    ["the same state twice", [code], [state, state], "state"],
    ["two states", [code], [state, "other"], "state"],
    ["two states, the other first", [code], ["other", state], "state"],
  ])("rejects a callback with %s", (_, codes, states, name) => {
    const query = [...codes.map((value) => ["code", value]), ...states.map((value) => ["state", value])];
    const error = catchCallbackError(callbackUrl(query));
    expect(error.problem).toBe("malformed");
    expect(error.message).toBe(`Failed to read an OAuth callback: it has more than one ${name}.`);
  });

  it("rejects a callback whose first code is empty", () => {
    const error = catchCallbackError(
      callbackUrl([
        ["code", ""],
        ["code", code],
        ["state", state],
      ]),
    );
    expect(error.problem).toBe("malformed");
  });

  it.each([`#code=${code}&state=${state}`, "", "/", "*", `/callback;code=${code}&state=${state}`])(
    "rejects %j, which has no query",
    (url) => {
      const error = catchCallbackError(url);
      expect(error.problem).toBe("malformed");
      expect(error.message).toBe("Failed to read an OAuth callback: it has no state.");
    },
  );

  it.each([`//?code=${code}&state=${state}`, `http://[?code=${code}&state=${state}`, `https://a b/?code=${code}`])(
    "rejects %j, which is not a URL, without repeating it",
    (url) => {
      const error = catchCallbackError(url);
      expect(error.problem).toBe("malformed");
      expect(error.message).toBe("Failed to read an OAuth callback: it is not a URL.");
      expect(error.cause).toBeUndefined();
    },
  );
});
