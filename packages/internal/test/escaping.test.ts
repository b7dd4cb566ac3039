import { escapeXml, quoteForShell } from "@knowledge-base/internal";
import { expect, it } from "vitest";

it("escapes a text for XML", () => {
  expect(escapeXml(`<a b="c">&'\t\0\ud800\u202e`)).toBe("&lt;a b=&quot;c&quot;&gt;&amp;&apos;&#9;\ufffd\ufffd&#8238;");
});

it.each([
  ["a plain word", "GET", "GET"],
  ["an apostrophe and a line break", "it's $HOME\n", `'it'\\''s $HOME\n'`],
  ["a control character", "\u001b'\\", `$'\\u001b\\'\\\\'`],
])("quotes %s for a shell", (_, text, quoted) => {
  expect(quoteForShell(text)).toBe(quoted);
});
