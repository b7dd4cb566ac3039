import type { Message, Model } from "./model.ts";
import { sharedWords } from "./shared-words.ts";

/**
 * A stand-in for a model: it answers by rule. It takes the page of the index that shares the most words with the question,
 * and searches for others if none does. It understands nothing, and the same prompt always gives the same reply.
 */
export const ruleBasedModel: Model = async ([system, user, ...since]) => {
  const question = textOf(user);
  const result = since.at(-1);
  if (result?.role === "tool" && result.tool === "archive_page") return { text: result.text };

  const [page] = pagesOf(textOf(result ?? system))
    .map((page) => ({ ...page, score: sharedWords(question, `${page.title} ${page.summary}`) }))
    .filter(({ score }) => score > 0)
    .toSorted((a, b) => b.score - a.score);
  if (page && /\barchive\b/i.test(question)) return { call: { tool: "archive_page", input: { slug: page.slug } } };
  if (page) return { text: `${page.summary} (${page.slug})` };
  if (result) return { text: "No page says anything about that." };
  return { call: { tool: "find_pages", input: { words: question } } };
};

function textOf(message: Message | undefined): string {
  return message && "text" in message ? message.text : "";
}

/** Parses the pages of an index that `renderPromptIndex` wrote. */
function pagesOf(index: string) {
  const lines = index.matchAll(/^ {2}<page slug="(.*?)".*<title>(.*)<\/title><summary>(.*)<\/summary><\/page>$/gm);
  return Array.from(lines, ([, slug = "", title = "", summary = ""]) => ({ slug, title, summary }));
}
