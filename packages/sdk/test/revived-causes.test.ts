import { AbortError, ConnectionError, reviveError } from "@knowledge-base/sdk";
import { OAuthCallbackError } from "@knowledge-base/sdk/oauth";
import { describe, expect, it } from "vitest";

/** The cause of an error as JSON has it. */
const jsonOf = (cause: unknown) => new ConnectionError({ message: "No.", cause }).toJSON()["cause"];

/** The cause of an error whose JSON has another one. */
const revive = (cause: unknown) => reviveError({ code: "connection", message: "No.", cause })?.cause;

describe("the cause of an error in JSON", () => {
  it("has its name, message and code, and nothing that is not text", () => {
    const cause = Object.assign(new TypeError("fetch failed"), { code: "ECONNREFUSED", errno: -111 });
    expect(jsonOf(cause)).toStrictEqual({ name: "TypeError", message: "fetch failed", code: "ECONNREFUSED" });
    expect(jsonOf(Object.assign(new Error("a"), { code: 5 }))).toStrictEqual({ name: "Error", message: "a" });
    expect(jsonOf({ name: 1, message: null })).toStrictEqual({});
  });

  it("is text if it is no object", () => {
    expect([jsonOf("left"), jsonOf(5), jsonOf(null), jsonOf(false)]).toEqual(["left", "5", "null", "false"]);
    expect("cause" in new ConnectionError({ message: "No." }).toJSON()).toBe(false);
  });
});

describe("the cause of a revived error", () => {
  it("is an error with the name, the message and the code", () => {
    const cause = revive({ name: "TypeError", message: "fetch failed", code: "ECONNREFUSED" });
    expect(cause).toBeInstanceOf(Error);
    expect(cause).toMatchObject({ name: "TypeError", message: "fetch failed", code: "ECONNREFUSED" });
  });

  it("has only those of them that are text", () => {
    expect(revive({})).toMatchObject({ name: "Error", message: "" });
    const cause = revive({ name: 1, message: 2, code: 3 });
    expect(cause).toMatchObject({ name: "Error", message: "" });
    expect(Object.hasOwn(cause as object, "code")).toBe(false);
  });

  it("is text if it was, and absent if there was none", () => {
    const aborted = new AbortError({ message: "Aborted.", cause: "left" });
    expect(reviveError(JSON.parse(JSON.stringify(aborted)))?.cause).toBe("left");
    expect(Object.hasOwn(reviveError({ code: "connection", message: "No." }) ?? {}, "cause")).toBe(false);
  });
});

describe("a revived error", () => {
  it("needs the fields of its class", () => {
    const denied = { code: "oauth_callback", message: "Denied.", problem: "denied" };
    expect(reviveError(denied)).toBeInstanceOf(OAuthCallbackError);
    expect(reviveError({ ...denied, problem: undefined })).toBeUndefined();
    expect(reviveError({ ...denied, problem: 5 })).toBeUndefined();
    expect(reviveError({ code: "not_found", message: "No." })).toBeUndefined();
    expect(reviveError({ code: "timeout", message: "No." })).toBeUndefined();
    expect(reviveError({ code: "response_too_large", message: "No.", status: 200 })).toBeUndefined();
  });

  it("has empty lists if its JSON has none", () => {
    expect(reviveError({ code: "input", message: "No." })).toMatchObject({ attempts: [], issues: [] });
  });

  it("needs a message and a known code", () => {
    for (const json of [{ code: "input" }, { code: "input", message: 5 }, { code: "toString", message: "No." }]) {
      expect(reviveError(json)).toBeUndefined();
    }
    expect(reviveError({ code: ["input"], message: "No." })).toBeUndefined();
  });
});
