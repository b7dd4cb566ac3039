import DOMPurify, { type Config } from "dompurify";
import { html, type TemplateResult } from "lit-html";
import { Marked, type TokenizerAndRendererExtension } from "marked";

/** Longer bodies are shown as text: there is Markdown whose rendering takes a time that grows with the square of its length. */
const maxRendered = 40_000;

/** More characters would make the page slow. */
const maxShown = 100_000;

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
  if (body.length > maxRendered) {
    return plainText(body, `The body is too long to render: ${body.length.toLocaleString("en")} characters.`);
  }
  const content = render(body, linkToPage);
  if (content === undefined) return plainText(body, "The body cannot be rendered: its Markdown is nested too deeply.");
  return html`<div class="markdown" dir="auto">${content}</div>`;
}

function plainText(body: string, reason: string): TemplateResult {
  return html`<p class="hint">${reason}</p>
    <pre class="code" tabindex="0" dir="auto">${body.slice(0, maxShown)}</pre>`;
}

let last: { readonly key: string; readonly content: Node | undefined } | undefined;

/** Returns undefined if the body cannot be rendered. */
function render(body: string, linkToPage: LinkToPage): Node | undefined {
  const key = `${linkToPage("")} ${body}`;
  if (last?.key !== key) last = { key, content: createContent(body, linkToPage) };
  return last.content;
}

function createContent(body: string, linkToPage: LinkToPage): Node | undefined {
  const content = document.createElement("div");
  try {
    content.append(DOMPurify.sanitize(createParser(linkToPage).parse(body, { async: false }), allowed));
  } catch {
    return undefined; // The parser calls itself for each level.
  }
  for (const link of content.querySelectorAll("a")) {
    if (link.getAttribute("href")?.startsWith("#/")) continue;
    link.rel = "noopener noreferrer nofollow";
    link.target = "_blank";
  }
  for (const block of content.querySelectorAll("pre, table")) block.setAttribute("tabindex", "0");
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
      const [raw = "", target = "", part = "", shown = ""] =
        /^\[\[([^\][|#]+)(#[^\][|]*)?(?:\|([^\][]*))?\]\]/.exec(text) ?? [];
      const slug = target.trim();
      return slug === "" ? undefined : { type: "wikilink", raw, slug, text: shown.trim() || `${slug}${part}` };
    },
    renderer: ({ slug, text }) => `<a href="${escapeHtml(linkToPage(String(slug)))}">${escapeHtml(String(text))}</a>`,
  };
}
