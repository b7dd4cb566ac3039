import { createRedactor, redactionPlaceholder, redactJson, shortestSecretLength } from "@knowledge-base/types/internal";
import { describe, expect, it } from "vitest";

const key = "kb_secret/7f3a";
/** A key with every character that some spelling escapes. */
const oddKey = "kb_secret/7F3a+9c51&x=<\"'\\>%;{}==";

const percentEncodeAll = (text: string) =>
  Array.from(text, (character) => `%${character.charCodeAt(0).toString(16).padStart(2, "0")}`).join("");
const unicodeEscapeAll = (text: string) =>
  Array.from(text, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`).join("");
const escapeJson = (text: string) => JSON.stringify(text).slice(1, -1);
const numericEntities = (text: string) => Array.from(text, (character) => `&#${character.charCodeAt(0)};`).join("");

const spellings: Readonly<Record<string, (text: string) => string>> = {
  "as it is": (text) => text,
  "in capitals": (text) => text.toUpperCase(),
  "as JSON": (text) => JSON.stringify(text).slice(1, -1),
  "as JSON with escaped slashes": (text) => JSON.stringify(text).slice(1, -1).replaceAll("/", "\\/"),
  "as JSON in JSON": (text) => escapeJson(escapeJson(text)),
  "as JSON in JSON in JSON": (text) => escapeJson(escapeJson(escapeJson(text))),
  "as JSON escaped four times": (text) => escapeJson(escapeJson(escapeJson(escapeJson(text)))),
  "as JSON escaped five times": (text) => escapeJson(escapeJson(escapeJson(escapeJson(escapeJson(text))))),
  "as Unicode escapes": unicodeEscapeAll,
  "as Unicode escapes in JSON": (text) => escapeJson(unicodeEscapeAll(text)),
  "as Unicode escapes in capitals": (text) => unicodeEscapeAll(text).toUpperCase().replaceAll("\\U", "\\u"),
  "as a part of a URL": encodeURIComponent,
  "as a field of a form": (text) => new URLSearchParams({ text }).toString().slice(5),
  "with every character percent-encoded": percentEncodeAll,
  "percent-encoded twice": (text) => encodeURIComponent(encodeURIComponent(text)),
  "percent-encoded four times": (text) => percentEncodeAll(text).replaceAll("%", "%252525"),
  "as HTML": (text) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;"),
  "as numeric entities": numericEntities,
  "as JSON in a URL": (text) => encodeURIComponent(escapeJson(text)),
  "as JSON in JSON in a URL": (text) => encodeURIComponent(escapeJson(escapeJson(text))),
  "as JSON in a URL in a URL": (text) => encodeURIComponent(encodeURIComponent(escapeJson(text))),
  "as JSON with every character percent-encoded": (text) => percentEncodeAll(escapeJson(text)),
  "as Unicode escapes in a URL": (text) => encodeURIComponent(unicodeEscapeAll(text)),
  "as numeric entities in a URL": (text) => encodeURIComponent(numericEntities(text)),
  "as numeric entities in JSON in HTML": (text) => numericEntities(text).replaceAll("&", "\\u0026"),
  "as entities with leading zeros": (text) => numericEntities(text).replaceAll("&#", `&#${"0".repeat(50)}`),
  "in several spellings": (text) =>
    unicodeEscapeAll(text.slice(0, 5)) + percentEncodeAll(text.slice(5, 9)) + numericEntities(text.slice(9)),
};

describe("createRedactor", () => {
  it.each(Object.entries(spellings))("redacts secrets %s", (_, spell) => {
    for (const secret of [key, oddKey]) {
      const redact = createRedactor([secret]);
      expect(redact(`before ${spell(secret)} after`)).toBe("before [redacted] after");
      expect(redact(`${spell(secret)} and ${spell(secret)}`)).toBe("[redacted] and [redacted]");
    }
  });

  it.each(["&amp;&amp;&amp;", "%25%25%25%25", "\\\\\\\\\\\\\\\\", "\\u0075\\u0075", '\\"\\"\\"\\"'])(
    "redacts a secret that reads like escapes: %s",
    (secret) => {
      for (const spelt of [secret, JSON.stringify(secret).slice(1, -1), encodeURIComponent(secret)]) {
        expect(createRedactor([secret])(`before ${spelt} after`)).toBe("before [redacted] after");
      }
    },
  );

  it("does not change a text without a secret", () => {
    const text = 'kb_secret, kb_secret%2F7f3, \\u006bb_secret & kb_secret/7f3 &amp; "100 %" \\';
    expect(createRedactor([key])(text)).toBe(text);
    expect(createRedactor([])(text)).toBe(text);
  });

  it("does not redact secrets that could be ordinary words", () => {
    expect(shortestSecretLength).toBe(8);
    expect(createRedactor(["password", "1234567", ""])("password 1234567")).toBe("[redacted] 1234567");
  });

  it("accepts any iterable, and reads it once", () => {
    expect(createRedactor(new Set([key, oddKey]))(`${key} ${oddKey}`)).toBe("[redacted] [redacted]");
    const redact = createRedactor(new Map([[key, 1]]).keys());
    expect([redact(key), redact(key)]).toEqual(["[redacted]", "[redacted]"]);
  });

  it("redacts each occurrence once, with whatever overlaps it", () => {
    const redact = createRedactor(["kb_short_7f3a", "kb_short_7f3a_9c51", "7f3a_9c51_b2"]);
    expect(redact("kb_short_7f3a kb_short_7f3a_9c51 kb_short_7f3a_9c51_b2.")).toBe("[redacted] [redacted] [redacted].");
    expect(createRedactor([key])(key + key)).toBe("[redacted][redacted]");
    expect(createRedactor(["abababab"])("xabababababx")).toBe("x[redacted]x");
  });

  it.each([8, 256, 257, 8000])("redacts a secret of %i characters, and nothing else", (length) => {
    const secret = Array.from({ length }, (_, index) => "kb7f3a9c51x/".charAt(index % 12)).join("");
    expect(createRedactor([secret])(`a ${secret} b`)).toBe("a [redacted] b");
    expect(createRedactor([secret])(`a ${encodeURIComponent(secret)} b`)).toBe("a [redacted] b");
  });

  it("redacts secrets that are not ASCII", () => {
    const redact = createRedactor(["Schlüssel-7f3a", "ключ-от-двери"]);
    expect(redact("Schlüssel-7f3a SCHLÜSSEL-7F3A ключ-от-двери \\u043aлюч-от-двери İ")).toBe(
      "[redacted] [redacted] [redacted] [redacted] İ",
    );
  });

  it.each([
    ["backslashes", `${"\\".repeat(40)}x`, "\\"],
    ["percent signs", `${"%25".repeat(13)}x`, "%25"],
    ["entities", `${"&a;".repeat(13)}x`, "&a;"],
    ["Unicode escapes", `${"u0075".repeat(10)}x`, "\\u0075"],
    ["its own beginning", `${"a".repeat(40)}b`, "a"],
    ["a key of 8,000 characters", "kb7f3a9c51x/".repeat(667), "kb7f3a9c51x/"],
  ])(
    "returns within seconds for 100,000 characters that are made to slow it down: %s",
    { timeout: 10_000 },
    (_, secret, part) => {
      const text = `${part.repeat(100_000 / part.length)} `;
      expect(createRedactor([secret])(text).length).toBeLessThanOrEqual(text.length);
    },
  );
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
    expect([redactJson(key, redact), redactJson(null, redact), redactJson(5, redact)]).toEqual(["[redacted]", null, 5]);
  });

  it("keeps a field that is named __proto__", () => {
    const value = JSON.parse(`{ "__proto__": "${key}" }`) as object;
    expect(JSON.stringify(redactJson(value, redact))).toBe('{"__proto__":"[redacted]"}');
  });

  it("replaces what is nested deeper than 32 levels", () => {
    const nest = (levels: number, value: unknown) =>
      Array.from({ length: levels }).reduce<unknown>((inner) => [inner], value);
    expect(redactJson(nest(31, {}), redact)).toEqual(nest(31, {}));
    expect(redactJson(nest(32, {}), redact)).toEqual(nest(32, redactionPlaceholder));
    expect(redactJson(nest(5000, {}), redact)).toEqual(nest(32, redactionPlaceholder));
  });
});
