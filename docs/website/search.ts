import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { close, createIndex } from "pagefind";

/** Words for which the search lists a document first, besides those of its text. */
export const searchWords: Readonly<Record<string, string>> = {
  "docs/guides/break-things.md": "fault chaos fake timers clock journal",
  "docs/guides/checking-an-implementation.md": "conformance contract test verify python go java ci",
  "docs/guides/concepts.md": "brain page slug data model glossary",
  "docs/guides/connect-a-workspace.md": "slack oauth webhook callback authorization",
  "docs/guides/custom-operations-and-drift.md": "validate validation schema zod unknown fields",
  "docs/guides/handle-errors.md": "401 unauthorized 400 403 404 500 exception catch",
  "docs/guides/make-calls.md": "pagination cursor limit streaming batch axios headers logging opentelemetry pino trace",
  "docs/guides/prompts-and-agents.md": "prompt tokens llm rag agent mcp tool injection",
  "docs/guides/quick-start.md": "install npm setup begin tutorial",
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
};

/** What is added to Pagefind's script: it returns pages for the beginning of a word, such as "k", if no page has the word. */
const wholeWords = `
export { searchWholeWords as search };
async function searchWholeWords(term, options) {
  const found = await search(term, options);
  const page = term ? await found.results[0]?.data() : undefined;
  if (!page) return found;
  const text = [page.content, ...Object.values(page.meta)].join(" ").toLowerCase();
  // Pagefind also finds other forms of a word, of which about half of the letters are the same.
  const starts = term.toLowerCase().match(/[\\p{L}\\p{N}]+/gu)?.map((word) => word.slice(0, Math.max(3, word.length / 2))) ?? [];
  return starts.every((start) => text.includes(start)) ? found : { ...found, results: [] };
}
`;

/** Writes the index for the search of a built site. Starlight does too, but ends Pagefind before it has written each file. */
export async function indexPages(site: string): Promise<void> {
  const { index } = await createIndex({ excludeSelectors: ["summary"] });
  await index?.addDirectory({ path: site });
  const { files = [] } = (await index?.getFiles()) ?? {};
  const script = files.find(({ path }) => path === "pagefind.js");
  const code = Buffer.from(script?.content ?? "").toString();
  const exported = /,search\};\s*$/;
  if (!exported.test(code))
    throw new Error("Pagefind's script doesn't export search last, as that of version 1.5 does.");
  for (const { path, content } of files) {
    writeFileSync(
      join(site, "pagefind", path),
      path === "pagefind.js" ? code.replace(exported, "};") + wholeWords : content,
    );
  }
  await close();
}
