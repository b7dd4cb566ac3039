import {
  booleanRule,
  checkOptions,
  failTo,
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

const longText = `a\u2028\n\u001b[31m${"😀".repeat(500_000)}`;

const known = "the options are key, loud, onStart, port";

type Context = Parameters<typeof checkOptions>[3];

// Returns the problems of options, and whether the first is a number out of range.
function findProblems(options: unknown, context?: Context) {
  try {
    checkOptions(failTo("start"), options, rules, context);
    return undefined;
  } catch (error) {
    const { message } = error as Error;
    return { problems: message.replace("Failed to start: ", ""), isOutOfRange: error instanceof RangeError };
  }
}

describe("checkOptions", () => {
  it("finds nothing wrong with options that the rules accept, are undefined, or are omitted", () => {
    expect(findProblems({ loud: false, port: 65_535, onStart: () => {}, key: "x" })).toBeUndefined();
    expect(findProblems({ loud: undefined, port: undefined })).toBeUndefined();
    expect(findProblems({})).toBeUndefined();
  });

  // biome-ignore format: one row a line
  it.each([
    { problem: 'loud must be true or false (got "no")', options: { loud: "no" }, isOutOfRange: false },
    { problem: "loud must be true or false (got null)", options: { loud: null }, isOutOfRange: false },
    { problem: "loud must be true or false (got an array)", options: { loud: [true] }, isOutOfRange: false },
    { problem: "onStart must be a function (got an object)", options: { onStart: {} }, isOutOfRange: false },
    { problem: "onStart must be a function (got a symbol)", options: { onStart: Symbol("x") }, isOutOfRange: false },
    { problem: "port must be a whole number from 0 to 65535 (got a function)", options: { port: () => 1 }, isOutOfRange: false },
    { problem: 'port must be a whole number from 0 to 65535 (got "80")', options: { port: "80" }, isOutOfRange: false },
    { problem: "port must be a whole number from 0 to 65535 (got 80)", options: { port: 80n }, isOutOfRange: false },
    { problem: "port must be a whole number from 0 to 65535 (got 65536)", options: { port: 65_536 }, isOutOfRange: true },
    { problem: "port must be a whole number from 0 to 65535 (got -1)", options: { port: -1 }, isOutOfRange: true },
    { problem: "port must be a whole number from 0 to 65535 (got 1.5)", options: { port: 1.5 }, isOutOfRange: true },
    { problem: "port must be a whole number from 0 to 65535 (got NaN)", options: { port: Number.NaN }, isOutOfRange: true },
    { problem: "prot is not an option; did you mean port?", options: { prot: 80 }, isOutOfRange: false },
    { problem: "PORT is not an option; did you mean port?", options: { PORT: undefined }, isOutOfRange: false },
    { problem: "token is not an option; did you mean key?", options: { token: 80 }, isOutOfRange: false },
    { problem: `colour is not an option; ${known}`, options: { colour: undefined }, isOutOfRange: false },
    { problem: `constructor is not an option; ${known}`, options: { constructor: 1 }, isOutOfRange: false },
    { problem: `__proto__ is not an option; ${known}`, options: JSON.parse('{"__proto__":1}'), isOutOfRange: false },
  ])("says '$problem'", ({ problem, options, isOutOfRange }) => {
    const problems = problem.endsWith("?") ? problem : `${problem}.`;
    expect(findProblems(options)).toEqual({ problems, isOutOfRange });
  });

  it.each([
    { received: "null", options: null },
    { received: "undefined", options: undefined },
    { received: "5", options: 5 },
    { received: "a string", options: "kb_secret" },
    { received: "an array", options: [] },
    { received: "a function", options: () => {} },
  ])("rejects $received in place of an object of options", ({ received, options }) => {
    const message = `must be an object with any of loud, port, onStart, key (got ${received}).`;
    expect(findProblems(options)?.problems).toBe(`options ${message}`);
    expect(findProblems(options, { path: "target" })?.problems).toBe(`target ${message}`);
  });

  it("never shows a secret", () => {
    expect(findProblems({ key: ["kb_secret"] })?.problems).toBe("key must be a string that is not empty.");
  });

  it("lists missing options first, then unknown ones, then values", () => {
    const context = { path: "target", required: ["loud", "port"] };
    expect(findProblems({ port: -1, colour: "red" }, context)?.problems).toBe(
      `target.loud is missing; target.colour is not an option; ${known}; ` +
        "target.port must be a whole number from 0 to 65535 (got -1).",
    );
  });

  it("shows values and names as one short line", () => {
    for (const options of [{ "a.b": 1 }, { [longText]: 1 }, { loud: longText }, { port: 10n ** 5000n }]) {
      const { problems = "" } = findProblems(options) ?? {};
      expect(problems).toMatch(/^(a\.b|"a\\u\{2028\}\\n\\u001b\[31m😀+…|loud|port) [^\p{Cc}\p{Zl}\p{Zp}]{10,140}$/u);
      expect(problems.isWellFormed()).toBe(true);
    }
  });

  it("reads options that are inherited, such as those of a class", () => {
    class Given {
      get port() {
        return -1;
      }
    }
    expect(findProblems(new Given())?.problems).toMatch(/^port must be/);
  });
});

it("a rule of whole numbers may have no upper limit", () => {
  const { expected, accepts } = wholeNumberRule(0);
  expect(expected).toBe("a whole number, 0 or more");
  expect([0, 1e300].every(accepts)).toBe(true);
  expect([-1, 0.5, Number.POSITIVE_INFINITY, "1", null].some(accepts)).toBe(false);
});
