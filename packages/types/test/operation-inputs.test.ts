import { contract, validate } from "@knowledge-base/types";
import { describe, expect, it } from "vitest";

describe("the limit of promptIndex.get", () => {
  const { query } = contract["promptIndex.get"];

  it("may be omitted", () => {
    expect(validate(query, {})).toEqual({ ok: true, value: {} });
    expect(validate(query, { limit: undefined }).ok).toBe(true);
  });

  it.each([1, 50, 500, 0, -1, 100_000, Number.MAX_SAFE_INTEGER])("may be any whole number: %s", (limit) => {
    expect(validate(query, { limit })).toEqual({ ok: true, value: { limit } });
  });

  it.each([
    [1.5, "must be a whole number, not 1.5"],
    [Number.NaN, "must be a number, not NaN"],
    [Number.POSITIVE_INFINITY, "must be a number, not Infinity"],
    ["5", "must be a number, not a string"],
    [null, "must be a number, not null"],
    [true, "must be a number, not a boolean"],
    [[5], "must be a number, not an array"],
  ])("may not be %j", (limit, message) => {
    expect(validate(query, { limit })).toEqual({ ok: false, issues: [{ path: ["limit"], message }] });
  });
});

describe("the installationId of channels.list", () => {
  const { query } = contract["channels.list"];

  it("is a string", () => {
    expect(validate(query, { installationId: "i" })).toEqual({ ok: true, value: { installationId: "i" } });
  });

  it.each([
    [{}, "is missing"],
    [{ installationId: undefined }, "is missing"],
    [{ installationId: "" }, "must not be empty"],
    [{ installationId: null }, "must be a string, not null"],
    [{ installationId: 5 }, "must be a string, not 5"],
    [{ installationId: ["i"] }, "must be a string, not an array"],
  ])("is required: %j is rejected", (value, message) => {
    expect(validate(query, value)).toEqual({ ok: false, issues: [{ path: ["installationId"], message }] });
  });
});

describe("the body of bindings.update", () => {
  const { body } = contract["bindings.update"];
  const flags = ["notifyBriefs", "notifyConnections", "notifyChanges"] as const;

  it("may be empty", () => {
    expect(validate(body, {})).toEqual({ ok: true, value: {} });
  });

  it.each([{ notifyBriefs: true, notifyConnections: false, notifyChanges: true }, { notifyChanges: false }])(
    "may have any of the flags: %j",
    (value) => {
      expect(validate(body, value)).toEqual({ ok: true, value });
    },
  );

  it.each(flags)("has a boolean %s", (flag) => {
    expect(validate(body, { [flag]: true })).toEqual({ ok: true, value: { [flag]: true } });
    expect(validate(body, { [flag]: undefined }).ok).toBe(true);
    for (const [wrong, name] of [
      ["true", "a string"],
      [1, "1"],
      [null, "null"],
    ]) {
      expect(validate(body, { [flag]: wrong })).toEqual({
        ok: false,
        issues: [{ path: [flag], message: `must be a boolean, not ${name}` }],
      });
    }
  });

  it("removes fields that the specification does not have", () => {
    expect(validate(body, { notifyBriefs: true, status: "disabled" })).toEqual({
      ok: true,
      value: { notifyBriefs: true },
    });
  });
});
