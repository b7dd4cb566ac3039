import DOMPurify, { type Config } from "dompurify";
import { html, type TemplateResult } from "lit-html";
import { Marked, type TokenizerAndRendererExtension } from "marked";

/** Longer bodies are shown as text, because rendering them takes too long. */
const maxLength = 100_000;

const allowed: Config & { readonly RETURN_DOM_FRAGMENT: true } = {
  ALLOWED_TAGS: "a blockquote br code del em h3 h4 h5 h6 hr li ol p pre strong table tbody td th thead tr ul".split(
    " ",
  ),
  ALLOWED_ATTR: ["href", "title", "start", "align"],
  ALLOW_DATA_ATTR: false,
  ALLOW_ARIA_ATTR: false,
  ALLOWED_URI_REGEXP: /^(?:https?:|mailto:|#\/)/i,
  RETURN_DOM_FRAGMENT: true,
};

const escapes: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => escapes[character] ?? "");
}

/** Returns the address of the page with a slug. */
type LinkToPage = (slug: string) => string;

/** Renders the Markdown body of a page. Markup in it is shown as text, and so are images, which the page must not load. */
export function markdownView(body: string, linkToPage: LinkToPage): TemplateResult {
  if (body.length > maxLength) {
    return html`<p class="hint">The body is too long to be rendered: ${body.length.toLocaleString("en")} characters.</p>
      <pre class="code" tabindex="0">${body.slice(0, maxLength)}</pre>`;
  }
  return html`<div class="markdown" dir="auto">${render(body, linkToPage)}</div>`;
}

let last: { readonly body: string; readonly content: Node } | undefined;

function render(body: string, linkToPage: LinkToPage): Node {
  if (last?.body === body) return last.content;
  const content = document.createElement("div");
  content.append(DOMPurify.sanitize(createParser(linkToPage).parse(body, { async: false }), allowed));
  for (const link of content.querySelectorAll("a")) {
    if (link.getAttribute("href")?.startsWith("#/")) continue;
    link.rel = "noopener noreferrer nofollow";
    link.target = "_blank";
  }
  for (const block of content.querySelectorAll("pre, table")) block.setAttribute("tabindex", "0");
  last = { body, content };
  return content;
}

function createParser(linkToPage: LinkToPage): Marked {
  return new Marked({ gfm: true }).use({
    extensions: [wikilink(linkToPage)],
    renderer: {
      html: ({ text }) => escapeHtml(text),
      image: ({ href, text }) => `${escapeHtml(text)} (${escapeHtml(href)})`,
      // The page has headings of its own above those of the body.
      heading({ tokens, depth }) {
        const level = Math.min(6, depth + 2);
        return `<h${level}>${this.parser.parseInline(tokens)}</h${level}>`;
      },
      checkbox: ({ checked }) => (checked ? "☑ " : "☐ "),
    },
  });
}

/** `[[slug]]`, `[[slug#part]]` or `[[slug|shown text]]`. */
function wikilink(linkToPage: LinkToPage): TokenizerAndRendererExtension {
  return {
    name: "wikilink",
    level: "inline",
    start: (text) => text.indexOf("[["),
    tokenizer(text) {
      const [raw, slug = "", shown] = /^\[\[([^\][|#]+)(?:[|#]([^\][]*))?\]\]/.exec(text) ?? [];
      return raw === undefined ? undefined : { type: "wikilink", raw, slug: slug.trim(), text: shown ?? slug.trim() };
    },
    renderer: ({ slug, text }) => `<a href="${escapeHtml(linkToPage(String(slug)))}">${escapeHtml(String(text))}</a>`,
  };
}
