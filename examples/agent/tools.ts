import type { KnowledgeBase } from "@knowledge-base/sdk";
import { renderPromptIndex } from "@knowledge-base/sdk/prompt";
import { countTokens } from "gpt-tokenizer/encoding/o200k_base";
import { explainToModel } from "./explain-to-model.ts";
import { findPages } from "./find-pages.ts";
import type { ToolDescription } from "./model.ts";

/** A tool of the agent. */
export interface Tool extends ToolDescription {
  /** Whether the tool may change the index. */
  readonly changesIndex: boolean;
  readonly run: (input: Readonly<Record<string, unknown>>) => Promise<string>;
}

/** Options of {@link createTools}. */
export interface ToolOptions {
  readonly kb: KnowledgeBase;
  readonly brainId: string;
  /** Asks the person who uses the agent. */
  readonly confirm: (question: string) => Promise<boolean>;
}

/** Creates the tools of the agent. */
export function createTools({ kb, brainId, confirm }: ToolOptions): readonly Tool[] {
  return [
    {
      name: "find_pages",
      description: "Finds pages by the words of their titles and summaries.",
      parameters: { words: "words of at least five letters, with spaces between" },
      changesIndex: false,
      async run({ words }) {
        if (typeof words !== "string") return "Failed: find_pages takes words, which are a text.";
        const result = await kb.promptIndex.get({ brainId, limit: 500 }).safe();
        if (!result.ok) return explainToModel(result.error);
        const found = findPages(result.data, words);
        return renderPromptIndex(found, { format: "xml", maxTokens: 500, countTokens }).text;
      },
    },
    {
      name: "archive_page",
      description: "Hides a page. The person is asked before.",
      parameters: { slug: "slug of the page, as the index has it" },
      changesIndex: true,
      async run({ slug }) {
        // A model may send anything, and the person must be asked about exactly what is archived.
        if (typeof slug !== "string") return "Failed: archive_page takes a slug, which is a text.";
        const name = JSON.stringify(slug);
        if (!(await confirm(`Archive the page ${name}?`))) return `The person did not allow it: ${name} stays.`;
        const result = await kb.pages.archive({ brainId, slug }).safe();
        // The page itself is nothing for a prompt: it has a body and an embedding of 1,536 numbers.
        return result.ok ? `Archived ${name}.` : explainToModel(result.error);
      },
    },
  ];
}
