import {
  createRedactor,
  isEqualInConstantTime,
  isVisibleAscii,
  redactionPlaceholder,
  redactJson,
} from "@knowledge-base/internal/secrets";
import { expect, it } from "vitest";

const key = "kb_secret/7f3a";
/** A key with every character that some spelling escapes. */
const oddKey = "kb_secret/7F3a+9c51&x=<\"'\\>%;{}==\ud800ü";

const percentEncode = (text: string) => encodeURIComponent(text.toWellFormed());

// biome-ignore format: one row a line
const spellings: readonly { form: string; spell: (text: string) => string }[] = [
  { form: "as it is", spell: (text) => text },
  { form: "as JSON", spell: (text) => JSON.stringify(text).slice(1, -1) },
  { form: "as JSON with an escaped slash", spell: (text) => JSON.stringify(text).slice(1, -1).replaceAll("/", "\\/") },
  { form: "percent-encoded", spell: percentEncode },
  { form: "percent-encoded in lower case", spell: (text) => percentEncode(text).replaceAll(/%../g, (byte) => byte.toLowerCase()) },
  { form: "percent-encoded as a form", spell: (text) => String(new URLSearchParams([["", text]])).slice(1) },
  { form: "percent-encoded without the slash", spell: (text) => percentEncode(text).replaceAll("%2F", "/") },
];

it.each(spellings)("createRedactor redacts secrets $form", ({ spell }) => {
  for (const secret of [key, oddKey]) {
    const redact = createRedactor([secret]);
    expect(redact(`before ${spell(secret)} after`)).toBe("before [redacted] after");
    expect(redact(`${spell(secret)}${spell(secret)}`)).toBe("[redacted][redacted]");
  }
});

it("createRedactor hides a text as a whole in which a secret is spelled in another way", () => {
  const redact = createRedactor([key]);
  const bytes = key.replace(/./g, (character) => `%${character.charCodeAt(0).toString(16)}`);
  const units = key.replace(/./g, (character) => `\\u00${character.charCodeAt(0).toString(16)}`);
  for (const hidden of [bytes, units, key.replace("_", "%5f")]) expect(redact(`before ${hidden}`)).toBe("[redacted]");
});

it.each(spellings)("createRedactor redacts the beginning of a secret $form at a cut, on demand", ({ spell }) => {
  const redact = createRedactor([oddKey], { areTextsCut: true });
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
});

it("createRedactor doesn't change a text without a secret", () => {
  const text = 'kb_secret, KB_SECRET/7F3A, kb_secret%2F7f3, kb_secret/7f3 &amp; "100 %" \\';
  expect(createRedactor([key])(text)).toBe(text);
  expect(createRedactor([])(text)).toBe(text);
});

it("createRedactor doesn't redact secrets that could be ordinary words", () => {
  expect(createRedactor(["password", "1234567", ""])("password 1234567")).toBe("[redacted] 1234567");
});

it("createRedactor accepts any iterable, reads it once, and redacts the longest secret first", () => {
  const redact = createRedactor(
    new Map([
      ["kb_short_7f3a", 1],
      ["kb_short_7f3a_9c51", 1],
    ]).keys(),
  );
  expect(redact("kb_short_7f3a kb_short_7f3a_9c51.")).toBe("[redacted] [redacted].");
  expect(redact("kb_short_7f3a.")).toBe("[redacted].");
});

const redact = createRedactor([key]);

it("redactJson redacts every string and every name, and keeps everything else", () => {
  const value = { a: [key, 1, null, true, { [`x ${key}`]: `y ${key}` }], b: "c" };
  expect(redactJson(value, redact)).toEqual({
    a: ["[redacted]", 1, null, true, { "x [redacted]": "y [redacted]" }],
    b: "c",
  });
  expect(value.a[0]).toBe(key);
  const own = JSON.parse(`{ "__proto__": "${key}" }`) as object;
  expect(JSON.stringify(redactJson(own, redact))).toBe('{"__proto__":"[redacted]"}');
});

it("redactJson replaces what is nested deeper than 32 levels", () => {
  const nest = (levels: number, value: unknown) =>
    Array.from({ length: levels }).reduce<unknown>((inner) => [inner], value);
  expect(redactJson(nest(31, {}), redact)).toEqual(nest(31, {}));
  expect(redactJson(nest(5000, {}), redact)).toEqual(nest(32, redactionPlaceholder));
});

it("accepts a key of visible ASCII characters only", () => {
  expect(isVisibleAscii("kb_1~!")).toBe(true);
  expect(["", "a b", "ü", 1, undefined].some(isVisibleAscii)).toBe(false);
});

it.each([
  { text: "secret", secret: "secret", isEqual: true },
  { text: "Secret", secret: "secret", isEqual: false },
  { text: "secretsecret", secret: "secret", isEqual: false },
  { text: "", secret: "secret", isEqual: false },
  { text: "secret", secret: "", isEqual: false },
  { text: "", secret: "", isEqual: true },
])('compares "$text" with "$secret" in constant time', ({ text, secret, isEqual }) => {
  expect(isEqualInConstantTime(text, secret)).toBe(isEqual);
});
