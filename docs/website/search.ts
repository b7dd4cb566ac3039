import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { close, createIndex } from "pagefind";
import { documents } from "./documents.ts";

/** Words for which the search lists a document first, besides those of its text. */
export const searchWords: Readonly<Record<string, string>> = {
  "docs/guides/break-things.md": "fault injection chaos fake timers clock journal",
  "docs/guides/checking-an-implementation.md": "conformance contract test verify python go java ci",
  "docs/guides/concepts.md": "brain page slug data model glossary",
  "docs/guides/connect-a-workspace.md": "slack oauth webhook callback authorization",
  "docs/guides/custom-operations-and-drift.md": "validate validation schema zod unknown fields",
  "docs/guides/handle-errors.md": "401 unauthorized 400 403 404 500 exception catch",
  "docs/guides/make-calls.md": "pagination cursor limit streaming batch axios headers logging opentelemetry pino trace",
  "docs/guides/prompts-and-agents.md": "prompt tokens llm rag agent mcp tool injection",
  "docs/guides/quick-start.md": "install npm setup begin getting started tutorial",
  "docs/guides/retries-and-timeouts.md":
    "retry timeout idempotency idempotent deadline backoff rate limit 429 abort cancel turn off disable",
  "docs/guides/run-the-server.md": "docker command line cli inspector python go java port",
  "docs/guides/ship-it.md":
    "ci upgrade version authentication authenticate authenticated auth api key secret security deprecated",
  "docs/guides/test-your-code.md": "mock fetch msw vitest jest playwright stub fake seed fixture create page",
  "docs/guides/use-your-framework.md": "corporate proxy react next.js express hono workers bun deno edge browser cors",
  "docs/operations/bindings.unbind.md": "unbind channel disconnect remove",
  "docs/operations/bindings.update.md": "update binding notifications flags",
  "docs/operations/channels.list.md": "list channels",
  "docs/operations/oauth.start.md": "start oauth connect install bot",
  "docs/operations/pages.archive.md": "archive page delete hide remove restore",
  "docs/operations/promptIndex.get.md": "prompt index list pages get",
  "docs/reference/error-messages.md": "failed to archive page not found troubleshooting",
};

const unknown = Object.keys(searchWords).find((document) => !documents.includes(document));
if (unknown) throw new Error(`There is no document ${unknown}: correct the words for the search.`);

type Find = (term: string | null, options?: object) => Promise<{ readonly results: readonly Result[] }>;

interface Result {
  data(): Promise<{
    readonly content: string;
    readonly locations: readonly number[];
    readonly meta: Readonly<Record<string, string>>;
  }>;
}

/**
 * Returns a search of whole words, from one that finds "k" for a word that no page has. Words that no page has are left out.
 * Runs in the page.
 */
function findWords(find: Find): Find {
  const withoutSigns = (text: string) => text.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, "");
  const partsOf = (text: string) => [text, ...text.split(/(?=[A-Z])|[^\p{L}\p{N}]+/u)].map(withoutSigns);

  /** Whether a word is a form of the one that the reader wants: "try", "tries" and "tried" are. */
  function isForm(wanted: string, found: string): boolean {
    const [a = "", b = ""] = [wanted, found].map((word) => word.replaceAll("y", "i"));
    const shared = Array.from(a).findIndex((letter, at) => letter !== b[at]);
    const isShort = a.length < 5 && b.length === 2; // "ids" and "id"
    return shared < 0 || shared > 2 || (isShort && shared === 2);
  }

  async function findWhole(term: string, options?: object) {
    const found = await find(term, options);
    const page = await found.results[0]?.data();
    if (!page) return found;
    const words = page.content.split(/\s+/);
    const matched = [
      ...page.locations.map((at) => words[at] ?? ""),
      ...Object.values(page.meta).flatMap((text) => text.split(" ")),
    ];
    const forms = matched.flatMap(partsOf);
    const isWhole = term.split(/\s+/).every((word) => forms.some((form) => isForm(withoutSigns(word), form)));
    return isWhole ? found : { ...found, results: [] };
  }

  return async (term, options) => {
    if (!term?.trim()) return find(term, options);
    const found = await findWhole(term, options);
    const words = term.trim().split(/\s+/);
    if (found.results.length > 0 || words.length === 1) return found;
    const results = await Promise.all(words.map((word) => findWhole(word, options)));
    const known = words.filter((word, at) => word.length > 3 && results[at]?.results.length);
    return known.length > 0 && known.length < words.length ? findWhole(known.join(" "), options) : found;
  };
}

/** Writes the index for the search of a built site. Starlight does too, but ends Pagefind before it has written each file. */
export async function indexPages(site: string): Promise<void> {
  const { index } = await createIndex({ excludeSelectors: ["summary"] });
  await index?.addDirectory({ path: site });
  const { files = [] } = (await index?.getFiles()) ?? {};
  for (const { path, content } of files) {
    const isScript = path === "pagefind.js";
    writeFileSync(join(site, "pagefind", path), isScript ? replaceSearch(Buffer.from(content).toString()) : content);
  }
  await close();
}

/** Replaces the search that Pagefind's script exports. */
function replaceSearch(script: string): string {
  const exported = /,search\};\s*$/;
  if (!exported.test(script))
    throw new Error("Pagefind's script doesn't export search last, as that of version 1.5 does.");
  return `${script.replace(exported, "};")}\nconst searchWords = (${findWords})(search);\nexport { searchWords as search };\n`;
}
