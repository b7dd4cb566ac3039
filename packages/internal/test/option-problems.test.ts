import {
  booleanRule,
  describeOptionProblems,
  findOptionProblems,
  functionRule,
  type OptionRules,
  wholeNumberRule,
} from "@knowledge-base/internal";
import { describe, expect, it } from "vitest";

interface Options {
  readonly loud?: boolean;
  readonly port?: number;
  readonly onStart?: () => void;
  readonly key?: string;
}

const rules: OptionRules<Options> = {
  loud: booleanRule,
  port: wholeNumberRule(0, 65_535),
  onStart: functionRule,
  key: {
    otherNames: ["token"],
    expected: "a string that is not empty",
    isSecret: true,
    accepts: (value) => typeof value === "string" && !!value,
  },
};

const known = "the options are key, loud, onStart, port";

describe("findOptionProblems", () => {
  it("finds nothing wrong with options that the rules accept, are undefined, or are omitted", () => {
    expect(findOptionProblems({ loud: false, port: 65_535, onStart: () => {}, key: "x" }, rules)).toEqual([]);
    expect(findOptionProblems({ loud: undefined, port: undefined }, rules)).toEqual([]);
    expect(findOptionProblems({}, rules)).toEqual([]);
  });

  it.each([
    ['loud must be true or false (got "no")', { loud: "no" }, false],
    ["loud must be true or false (got null)", { loud: null }, false],
    ["loud must be true or false (got an array)", { loud: [true] }, false],
    ["onStart must be a function (got an object)", { onStart: {} }, false],
    ["onStart must be a function (got a symbol)", { onStart: Symbol("x") }, false],
    ["port must be a whole number from 0 to 65535 (got a function)", { port: () => 1 }, false],
    ['port must be a whole number from 0 to 65535 (got "80")', { port: "80" }, false],
    ["port must be a whole number from 0 to 65535 (got 80)", { port: 80n }, false],
    ["port must be a whole number from 0 to 65535 (got 65536)", { port: 65_536 }, true],
    ["port must be a whole number from 0 to 65535 (got -1)", { port: -1 }, true],
    ["port must be a whole number from 0 to 65535 (got 1.5)", { port: 1.5 }, true],
    ["port must be a whole number from 0 to 65535 (got NaN)", { port: Number.NaN }, true],
    ["prot is not an option; did you mean port?", { prot: 80 }, false],
    ["PORT is not an option; did you mean port?", { PORT: undefined }, false],
    ["token is not an option; did you mean key?", { token: 80 }, false],
    [`colour is not an option; ${known}`, { colour: undefined }, false],
    [`constructor is not an option; ${known}`, { constructor: 1 }, false],
    [`__proto__ is not an option; ${known}`, JSON.parse('{"__proto__":1}'), false],
  ])("finds the problem: %s", (text, options, isOutOfRange) => {
    expect(findOptionProblems(options, rules)).toEqual([{ text, isOutOfRange }]);
  });

  it.each([
    ["null", null],
    ["undefined", undefined],
    ["5", 5],
    ["a string", "kb_secret"],
    ["an array", []],
    ["a function", () => {}],
  ])("rejects %s in place of an object of options", (received, options) => {
    const message = `must be an object with any of loud, port, onStart, key (got ${received})`;
    expect(describeOptionProblems(options, rules)).toEqual([`options ${message}`]);
    expect(describeOptionProblems(options, rules, { path: "target" })).toEqual([`target ${message}`]);
  });

  it("never shows a secret", () => {
    expect(describeOptionProblems({ key: ["kb_secret"] }, rules)).toEqual(["key must be a string that is not empty"]);
  });

  it("finds every problem: missing options, unknown ones, then values", () => {
    const given = { port: -1, colour: "red", onStart: 5 };
    expect(describeOptionProblems(given, rules, { path: "target", required: ["loud", "key", "port"] })).toEqual([
      "target.loud is missing",
      "target.key is missing",
      `target.colour is not an option; ${known}`,
      "target.port must be a whole number from 0 to 65535 (got -1)",
      "target.onStart must be a function (got 5)",
    ]);
  });

  it("shows values and names as one short line", () => {
    const long = `a\u2028\n\u001b[31m${"😀".repeat(500_000)}`;
    const problems = describeOptionProblems({ loud: long, port: 10n ** 5000n, [long]: 1, "a.b": 1 }, rules);
    const names = [/^"a\\u\{2028\}\\n\\u001b\[31m😀+… /u, /^a\.b /, /^loud /, /^port /];
    expect(problems).toEqual(names.map((name) => expect.stringMatching(name)));
    for (const problem of problems) {
      expect(problem).toMatch(/^[^\p{Cc}\p{Zl}\p{Zp}]+$/u);
      expect(problem.length).toBeLessThan(150);
      expect(problem.isWellFormed()).toBe(true);
    }
  });

  it("reads options that are inherited, such as those of a class", () => {
    class Given {
      get port() {
        return -1;
      }
    }
    expect(describeOptionProblems(new Given(), rules)).toEqual([expect.stringMatching(/^port must be/)]);
  });
});

it("a rule of whole numbers may have no upper limit", () => {
  const { expected, accepts } = wholeNumberRule(0);
  expect(expected).toBe("a whole number, 0 or more");
  expect([0, 1e300].every(accepts)).toBe(true);
  expect([-1, 0.5, Number.POSITIVE_INFINITY, "1", null].some(accepts)).toBe(false);
});
