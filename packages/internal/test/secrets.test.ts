import {
  createRedactor,
  isEqualInConstantTime,
  isVisibleAscii,
  redactionPlaceholder,
  redactJson,
} from "@knowledge-base/internal";
import { describe, expect, it } from "vitest";

const key = "kb_secret/7f3a";
/** A key with every character that some spelling escapes. */
const oddKey = "kb_secret/7F3a+9c51&x=<\"'\\>%;{}==\ud800ü";

const spellings: Readonly<Record<string, (text: string) => string>> = {
  "as it is": (text) => text,
  "as JSON": (text) => JSON.stringify(text).slice(1, -1),
  "as JSON with an escaped slash": (text) => JSON.stringify(text).slice(1, -1).replaceAll("/", "\\/"),
  "percent-encoded": (text) => encodeURIComponent(text.toWellFormed()),
  "percent-encoded in lower case": (text) =>
    encodeURIComponent(text.toWellFormed()).replaceAll(/%../g, (byte) => byte.toLowerCase()),
  "percent-encoded as a form": (text) => String(new URLSearchParams([["", text]])).slice(1),
  "percent-encoded without the slash": (text) => encodeURIComponent(text.toWellFormed()).replaceAll("%2F", "/"),
};

describe("createRedactor", () => {
  it.each(Object.entries(spellings))("redacts secrets %s", (_, spell) => {
    for (const secret of [key, oddKey]) {
      const redact = createRedactor([secret]);
      expect(redact(`before ${spell(secret)} after`)).toBe("before [redacted] after");
      expect(redact(`${spell(secret)}${spell(secret)}`)).toBe("[redacted][redacted]");
    }
  });

  it("hides a text as a whole in which a secret is spelled in another way", () => {
    const redact = createRedactor([key]);
    const bytes = key.replace(/./g, (character) => `%${character.charCodeAt(0).toString(16)}`);
    const units = key.replace(/./g, (character) => `\\u00${character.charCodeAt(0).toString(16)}`);
    for (const hidden of [bytes, units, key.replace("_", "%5f")]) expect(redact(`before ${hidden}`)).toBe("[redacted]");
  });

  it.each(Object.entries(spellings))(
    "redacts the beginning of a secret %s where a text was cut, if it is told so",
    (_, spell) => {
      const redact = createRedactor([oddKey], true);
      const whole = spell(oddKey);
      for (let length = 6; length < whole.length; length += 1) {
        for (const end of ["", "…", '…".', "\ufffd"]) {
          const text = `before ${whole.slice(0, length)}${end}`;
          expect(redact(text)).toMatch(/^(before )?\[redacted\]/);
          expect(redact(text)).not.toContain("kb_sec");
          expect(createRedactor([oddKey])(text)).toBe(text);
        }
      }
      expect(redact("kb_secret is a word, kb_secr")).toBe("kb_secret is a word, [redacted]");
    },
  );

  it("doesn't change a text without a secret", () => {
    const text = 'kb_secret, KB_SECRET/7F3A, kb_secret%2F7f3, kb_secret/7f3 &amp; "100 %" \\';
    expect(createRedactor([key])(text)).toBe(text);
    expect(createRedactor([])(text)).toBe(text);
  });

  it("doesn't redact secrets that could be ordinary words", () => {
    expect(createRedactor(["password", "1234567", ""])("password 1234567")).toBe("[redacted] 1234567");
  });

  it("accepts any iterable, reads it once, and redacts the longest secret first", () => {
    const redact = createRedactor(
      new Map([
        ["kb_short_7f3a", 1],
        ["kb_short_7f3a_9c51", 1],
      ]).keys(),
    );
    expect(redact("kb_short_7f3a kb_short_7f3a_9c51.")).toBe("[redacted] [redacted].");
    expect(redact("kb_short_7f3a.")).toBe("[redacted].");
  });

  it.each([
    ["its own beginning", `${"a".repeat(40)}b`, "a"],
    ["a key of 8,000 characters", "kb7f3a9c51x/".repeat(667), "kb7f3a9c51x/"],
    ["a key of 100,000 characters", "&$".repeat(50_000), "&$"],
  ])("returns soon for a text that is made to slow it down: %s", { timeout: 5000 }, (_, secret, part) => {
    const redact = createRedactor([secret]);
    for (let time = 0; time < 10; time += 1) redact(`${part.repeat(1_000_000 / part.length)}x`);
  });
});

describe("redactJson", () => {
  const redact = createRedactor([key]);

  it("redacts every string and every name, and keeps everything else", () => {
    const value = { a: [key, 1, null, true, { [`x ${key}`]: `y ${key}` }], b: "c" };
    expect(redactJson(value, redact)).toEqual({
      a: ["[redacted]", 1, null, true, { "x [redacted]": "y [redacted]" }],
      b: "c",
    });
    expect(value.a[0]).toBe(key);
    const own = JSON.parse(`{ "__proto__": "${key}" }`) as object;
    expect(JSON.stringify(redactJson(own, redact))).toBe('{"__proto__":"[redacted]"}');
  });

  it("replaces what is nested deeper than 32 levels", () => {
    const nest = (levels: number, value: unknown) =>
      Array.from({ length: levels }).reduce<unknown>((inner) => [inner], value);
    expect(redactJson(nest(31, {}), redact)).toEqual(nest(31, {}));
    expect(redactJson(nest(5000, {}), redact)).toEqual(nest(32, redactionPlaceholder));
  });
});

it("accepts a key of visible ASCII characters only", () => {
  expect(isVisibleAscii("kb_1~!")).toBe(true);
  expect(["", "a b", "ü", 1, undefined].some(isVisibleAscii)).toBe(false);
});

it.each([
  ["secret", "secret", true],
  ["Secret", "secret", false],
  ["secretsecret", "secret", false],
  ["", "secret", false],
  ["secret", "", false],
  ["", "", true],
])('compares "%s" with "%s" in constant time', (text, secret, isEqual) => {
  expect(isEqualInConstantTime(text, secret)).toBe(isEqual);
});
