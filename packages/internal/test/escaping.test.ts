import { escapeXml, quoteForShell } from "@knowledge-base/internal";
import { expect, it } from "vitest";

it("escapes a text for XML", () => {
  expect(escapeXml(`<a b="c">&'\t\0\ud800\u202e`)).toBe("&lt;a b=&quot;c&quot;&gt;&amp;&apos;&#9;\ufffd\ufffd&#8238;");
});

it.each([
  { name: "a plain word", text: "GET", quoted: "GET" },
  { name: "an apostrophe and a line break", text: "it's $HOME\n", quoted: `'it'\\''s $HOME\n'` },
  { name: "a control character", text: "\u001b'\\", quoted: `$'\\u001b\\'\\\\'` },
])("quotes $name for a shell", ({ text, quoted }) => {
  expect(quoteForShell(text)).toBe(quoted);
});
