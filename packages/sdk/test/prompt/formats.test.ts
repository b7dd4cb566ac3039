import { renderPromptIndex } from "@knowledge-base/sdk/prompt";
import { describe, expect, it } from "vitest";
import { createEntry } from "./create-entries.ts";

const entries = [
  createEntry(),
  createEntry({
    slug: "night-ferry",
    title: "Night *ferry* & <harbour>",
    summary: 'A "pilot" costs $5; see `plan` #2.',
    pageType: "project",
    pinned: true,
    status: "archived",
  }),
];

/** Enough tokens for the block with one of the entries. */
const short = { countTokens: (text: string) => text.length, maxTokens: 250 };

describe("renderPromptIndex as markdown", () => {
  it("writes a list item for each entry", () => {
    expect(renderPromptIndex(entries).text).toBe(
      [
        "Pages of the knowledge base:",
        "",
        String.raw`- **Night \*ferry\* \& \<harbour\>** (night-ferry; project, pinned, archived): A "pilot" costs \$5; see \`plan\` \#2.`,
        "- **Weather limits** (weather-limits; topic): When we sail.",
      ].join("\n"),
    );
  });

  it("escapes the separators of slug, type and status", () => {
    const entry = createEntry({ slug: "a); b, (c", pageType: "x, pinned): y", status: "z; w" });
    expect(renderPromptIndex([entry]).text.split("\n")[2]).toBe(
      String.raw`- **Weather limits** (a\)\; b\, \(c; x\, pinned\)\: y, z\; w): When we sail.`,
    );
  });

  it("does not turn a URL into a link", () => {
    const entry = createEntry({ title: "https://a.example/x_y", summary: "www.b.example, 12:30, a://b, WWW." });
    expect(renderPromptIndex([entry]).text.split("\n")[2]).toBe(
      String.raw`- **https\://a.example/x\_y** (weather-limits; topic): www\.b.example, 12:30, a\://b, WWW\.`,
    );
  });

  it("has the number of omitted pages", () => {
    const two = [
      ...entries,
      createEntry({ summary: "x".repeat(150), pinned: true }),
      createEntry({ summary: "y".repeat(150) }),
    ];
    expect(renderPromptIndex(two, short).text).toBe(
      [
        "Pages of the knowledge base:",
        "",
        String.raw`- **Night \*ferry\* \& \<harbour\>** (night-ferry; project, pinned, archived): A "pilot" costs \$5; see \`plan\` \#2.`,
        "- **Weather limits** (weather-limits; topic): When we sail.",
        "",
        "2 pages are left out.",
      ].join("\n"),
    );
    expect(renderPromptIndex(two.slice(0, 3), short).text.endsWith("\n\n1 page is left out.")).toBe(true);
  });

  it("writes only the heading if there are no entries", () => {
    expect(renderPromptIndex([]).text).toBe("Pages of the knowledge base:");
  });

  it("writes heading and note if no entry fits", () => {
    const { text } = renderPromptIndex(entries, { ...short, maxTokens: 60 });
    expect(text).toBe("Pages of the knowledge base:\n\n2 pages are left out.");
  });
});

describe("renderPromptIndex as xml", () => {
  it("writes an element for each entry", () => {
    expect(renderPromptIndex(entries, { format: "xml" }).text).toBe(
      [
        '<knowledge-base-index pages="2" left-out="0">',
        '  <page slug="night-ferry" type="project" status="archived" pinned="true">' +
          "<title>Night *ferry* &amp; &lt;harbour&gt;</title>" +
          "<summary>A &quot;pilot&quot; costs $5; see `plan` #2.</summary></page>",
        '  <page slug="weather-limits" type="topic" status="active" pinned="false">' +
          "<title>Weather limits</title><summary>When we sail.</summary></page>",
        "</knowledge-base-index>",
      ].join("\n"),
    );
  });

  it("counts included and omitted entries", () => {
    const { text } = renderPromptIndex(entries, { ...short, format: "xml", maxTokens: 100 });
    expect(text).toBe('<knowledge-base-index pages="0" left-out="2">\n</knowledge-base-index>');
    expect(renderPromptIndex([], { format: "xml" }).text).toBe(
      '<knowledge-base-index pages="0" left-out="0">\n</knowledge-base-index>',
    );
  });
});

describe("renderPromptIndex as json", () => {
  it("writes an object for each entry", () => {
    const { text } = renderPromptIndex(entries, { format: "json" });
    expect(text).toBe(
      [
        "{",
        '  "pages": [',
        String.raw`    {"slug":"night-ferry","title":"Night *ferry* \u0026 \u003charbour\u003e",` +
          String.raw`"summary":"A \"pilot\" costs $5; see \u0060plan\u0060 #2.",` +
          '"pageType":"project","status":"archived","pinned":true},',
        '    {"slug":"weather-limits","title":"Weather limits","summary":"When we sail.",' +
          '"pageType":"topic","status":"active","pinned":false}',
        "  ],",
        '  "leftOut": 0',
        "}",
      ].join("\n"),
    );
    expect(JSON.parse(text)).toEqual({ pages: [entries[1], entries[0]], leftOut: 0 });
  });

  it("counts omitted entries", () => {
    const { text } = renderPromptIndex(entries, { ...short, format: "json", maxTokens: 40 });
    expect(text).toBe('{\n  "pages": [],\n  "leftOut": 2\n}');
    expect(renderPromptIndex([], { format: "json" }).text).toBe('{\n  "pages": [],\n  "leftOut": 0\n}');
  });
});

describe("renderPromptIndex", () => {
  it("writes Markdown if no format is given", () => {
    const markdown = renderPromptIndex(entries, { format: "markdown" });
    expect(renderPromptIndex(entries)).toEqual(markdown);
    expect(renderPromptIndex(entries, { format: undefined, maxTokens: undefined, countTokens: undefined })).toEqual(
      markdown,
    );
  });

  it.each(["html", "", "MARKDOWN", "constructor", "__proto__", "toString"])("rejects the format %j", (format) => {
    const unknown: unknown = format;
    expect(() => renderPromptIndex(entries, { format: unknown as "xml" })).toThrow(
      new TypeError(`format must be one of markdown, xml, json (got "${format}")`),
    );
  });
});
