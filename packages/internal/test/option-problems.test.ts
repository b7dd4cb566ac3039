import {
  booleanRule,
  describeOptionProblems,
  findClosestName,
  findOptionProblems,
  formatProblems,
  functionRule,
  type OptionRules,
  suggestName,
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
    [{ loud: "no" }, "loud", 'must be true or false (got "no")', "type"],
    [{ loud: null }, "loud", "must be true or false (got null)", "type"],
    [{ loud: [true] }, "loud", "must be true or false (got an array)", "type"],
    [{ onStart: {} }, "onStart", "must be a function (got an object)", "type"],
    [{ onStart: Symbol("x") }, "onStart", "must be a function (got a symbol)", "type"],
    [{ port: () => 1 }, "port", "must be a whole number from 0 to 65535 (got a function)", "type"],
    [{ port: "80" }, "port", 'must be a whole number from 0 to 65535 (got "80")', "type"],
    [{ port: 80n }, "port", "must be a whole number from 0 to 65535 (got 80)", "type"],
    [{ port: 65_536 }, "port", "must be a whole number from 0 to 65535 (got 65536)", "range"],
    [{ port: -1 }, "port", "must be a whole number from 0 to 65535 (got -1)", "range"],
    [{ port: 1.5 }, "port", "must be a whole number from 0 to 65535 (got 1.5)", "range"],
    [{ port: Number.NaN }, "port", "must be a whole number from 0 to 65535 (got NaN)", "range"],
    [{ prot: 80 }, "prot", "is not an option; did you mean port?", "unknown"],
    [{ PORT: undefined }, "PORT", "is not an option; did you mean port?", "unknown"],
    [{ token: 80 }, "token", "is not an option; did you mean key?", "unknown"],
    [{ colour: undefined }, "colour", `is not an option; ${known}`, "unknown"],
    [{ constructor: 1 }, "constructor", `is not an option; ${known}`, "unknown"],
    [JSON.parse('{"__proto__":1}'), "__proto__", `is not an option; ${known}`, "unknown"],
  ])("finds what is wrong with %o", (options, path, message, kind) => {
    expect(findOptionProblems(options, rules)).toEqual([
      { text: `${path} ${message}`, isOutOfRange: kind === "range" },
    ]);
  });

  it.each([
    [null, "null"],
    [undefined, "undefined"],
    [5, "5"],
    ["kb_secret", "a string"],
    [[], "an array"],
    [() => {}, "a function"],
  ])("rejects options that are not an object: %o", (options, received) => {
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

const names = ["baseUrl", "apiKey", "timeout", "deadline", "retries", "fetch", "logger", "logLevel", "onError"];

it("a suggestion says so if no name is known", () => {
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
    [`${"x".repeat(1_000_000)}`, undefined],
  ])("finds for %.20s the name %s", (name, closest) => {
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

it.each([
  [["a is missing"], "a is missing."],
  [["a is missing", "b is not an option; did you mean c?"], "a is missing; b is not an option; did you mean c?"],
  [["b is not an option; did you mean c?", "a is missing"], "b is not an option; did you mean c?; a is missing."],
  [["a", "b", "c"], "a; b; c."],
  [Array.from({ length: 10_000 }, (_, index) => `p${index}`), "p0; p1; p2; and 9,997 more."],
])("a sentence has at most three problems: $1", (problems, sentence) => {
  expect(formatProblems(problems)).toBe(sentence);
});
