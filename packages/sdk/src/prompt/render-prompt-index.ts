import { checkOptions, failTo, functionRule, type OptionRules, oneOfRule } from "@knowledge-base/internal/options";
import type { IndexEntry } from "@knowledge-base/types";
import { cleanEntry, type PromptFormat, promptFormats } from "./formats.ts";

/**
 * Options of {@link renderPromptIndex}.
 *
 * @inline
 */
interface RenderOptions {
  /**
   * Format of the text.
   *
   * @default "markdown"
   *
   * @example
   * ```ts
   * import { renderPromptIndex } from "@knowledge-base/sdk/prompt";
   *
   * const { text } = renderPromptIndex([], { format: "xml" });
   * console.log(text.split("\n")[0]); // <knowledge-base-index pages="0" left-out="0">
   * ```
   * @see [Prompts and agents](../../../../docs/guides/prompts-and-agents.md)
   */
  readonly format?: PromptFormat | undefined;
  /**
   * Maximum number of tokens of the text, 0 or more. Entries that don't fit completely are omitted.
   *
   * @default no limit
   *
   * @example
   * ```ts
   * import { renderPromptIndex } from "@knowledge-base/sdk/prompt";
   *
   * console.log(renderPromptIndex([], { maxTokens: 500 }).tokens); // 7
   * ```
   * @see [Prompts and agents](../../../../docs/guides/prompts-and-agents.md)
   */
  readonly maxTokens?: number | undefined;
  /**
   * Function that counts the tokens of a text as the model that reads the prompt does.
   *
   * @default one token for every four bytes of UTF-8, rounded up
   *
   * @example
   * ```ts
   * import { renderPromptIndex } from "@knowledge-base/sdk/prompt";
   *
   * const countTokens = (text: string) => text.split(" ").length;
   * console.log(renderPromptIndex([], { countTokens }).tokens); // 5
   * ```
   * @see [Prompts and agents](../../../../docs/guides/prompts-and-agents.md)
   */
  readonly countTokens?: ((text: string) => number) | undefined;
}

/** A rendered prompt index, with its entries. */
export interface PromptIndexText {
  /** The text; empty if `maxTokens` is too small for any text. */
  readonly text: string;
  /** Number of tokens of the text. */
  readonly tokens: number;
  /** The entries in the text, in the order of the text. */
  readonly included: readonly IndexEntry[];
  /** The entries that didn't fit, in the order in which the text would list them. */
  readonly omitted: readonly IndexEntry[];
}

/**
 * Renders a prompt index as one block of text with one entry per line: pinned entries first, otherwise in the given order.
 * The same entries always result in the same text.
 *
 * Titles and summaries are untrusted text. To make them safe in a prompt, line breaks are replaced with spaces; control
 * characters, invisible characters and characters that change the text direction are removed; and characters that could end
 * the block are escaped. Summaries are truncated to 160 UTF-16 code units, other fields to 200.
 *
 * @throws RangeError if `maxTokens` is a number below 0, or a result of `countTokens` isn't a number of 0 or more
 * @throws TypeError if the entries aren't an array, or an option is unknown or invalid
 * @see [Prompts and agents](../../../../docs/guides/prompts-and-agents.md)
 * @see Specification, section 4.4
 *
 * @example
 * ```ts
 * import { renderPromptIndex } from "@knowledge-base/sdk/prompt";
 *
 * const entries = [
 *   { slug: "weather-limits", title: "Weather limits", summary: "When we sail.", pageType: "topic", pinned: true, status: "active" },
 * ];
 * console.log(renderPromptIndex(entries, { maxTokens: 500 }).text);
 * // Pages of the knowledge base:
 * //
 * // - **Weather limits** (weather-limits; topic, pinned): When we sail.
 * ```
 */
export function renderPromptIndex(entries: readonly IndexEntry[], options: RenderOptions = {}): PromptIndexText {
  if (!Array.isArray(entries)) throw createError("entries must be an array; an await may be missing.");
  checkOptions(createError, options, optionRules);
  const { format = "markdown", maxTokens = Number.POSITIVE_INFINITY, countTokens = estimateTokens } = options;
  const { writeEntry, writeBlock } = promptFormats[format];
  const count = (text: string) => requireCount(countTokens(text));

  const items = entries.map((entry: IndexEntry) => {
    const cleaned = cleanEntry(entry);
    return { entry, isPinned: cleaned.pinned, line: writeEntry(cleaned) };
  });
  const ordered = [...items.filter(({ isPinned }) => isPinned), ...items.filter(({ isPinned }) => !isPinned)];
  const render = (chosen: typeof ordered) => {
    const text = writeBlock(
      chosen.map(({ line }) => line),
      ordered.length - chosen.length,
    );
    return { chosen, text, tokens: count(text) };
  };

  let block = render(ordered);
  if (block.tokens > maxTokens) {
    let { tokens } = render([]);
    const chosen = ordered.filter(({ line }) => {
      const needed = tokens + count(`${line}\n`);
      if (needed <= maxTokens) tokens = needed;
      return needed <= maxTokens;
    });
    block = render(chosen);
  }
  // The whole may have more tokens than its parts together.
  while (block.tokens > maxTokens && block.chosen.length > 0) block = render(block.chosen.slice(0, -1));

  const { chosen, text, tokens } = block;
  const included = new Set(chosen);
  return {
    ...(tokens <= maxTokens ? { text, tokens } : { text: "", tokens: 0 }),
    included: chosen.map(({ entry }) => entry),
    omitted: ordered.filter((item) => !included.has(item)).map(({ entry }) => entry),
  };
}

function estimateTokens(text: string): number {
  return Math.ceil(new TextEncoder().encode(text).length / 4);
}

function isCount(value: unknown): boolean {
  return typeof value === "number" && value >= 0;
}

function requireCount(count: number): number {
  if (!isCount(count)) throw createError("countTokens must return a number, 0 or more.", true);
  return count;
}

const createError = failTo("render the prompt index");

const optionRules: OptionRules<RenderOptions> = {
  format: oneOfRule(Object.keys(promptFormats)),
  maxTokens: { expected: "a number, 0 or more", isNumber: true, accepts: isCount },
  countTokens: functionRule,
};
