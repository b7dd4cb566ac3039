import { type IndexEntry, limits } from "@knowledge-base/types";
import { cleanLine } from "./clean-line.ts";
import { formats, type PromptEntry, type PromptFormat } from "./formats.ts";

/** How {@link renderPromptIndex} writes an index. */
export interface RenderOptions {
  /**
   * How the index is written.
   *
   * @default "markdown"
   */
  readonly format?: PromptFormat | undefined;
  /**
   * Maximum number of tokens that the text may take. Entries that do not fit are left out whole.
   *
   * @default no limit
   */
  readonly maxTokens?: number | undefined;
  /**
   * Counts the tokens of a text, as the model does that reads the prompt.
   *
   * @default a token for every four bytes of UTF-8, rounded up
   */
  readonly countTokens?: ((text: string) => number) | undefined;
}

/** A prompt index as text, and what became of its entries. */
export interface PromptIndexText {
  /** The text; empty where `maxTokens` leaves no room for any. */
  readonly text: string;
  /** Tokens of the text. */
  readonly tokens: number;
  /** The entries in the text, in its order. */
  readonly included: readonly IndexEntry[];
  /** The entries that did not fit, in the order in which they would stand. */
  readonly leftOut: readonly IndexEntry[];
}

/** Titles, slugs and other fields are cut to this many UTF-16 code units. */
const longestField = 200;

/**
 * Writes a prompt index as one block of text: pinned entries first, else in the order given, each of them whole on a line
 * of its own. The same entries give the same text. Titles and summaries are untrusted text on their way into a prompt:
 * line breaks become spaces, control, invisible and direction-changing characters are taken out, and what could close the
 * block is escaped; summaries are cut to 160 UTF-16 code units, other fields to 200.
 *
 * @throws RangeError where `maxTokens` or what `countTokens` returns is not a number of 0 or more
 * @throws TypeError where the entries are no array, or there is no such option or format
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
  if (!Array.isArray(entries)) throw new TypeError("entries must be an array; an await may be missing");
  requireOptions(options);
  const { format = "markdown", maxTokens = Number.POSITIVE_INFINITY, countTokens = estimateTokens } = options;
  if (!Object.hasOwn(formats, format)) throw new TypeError(`format must be one of ${Object.keys(formats).join(", ")}`);
  requireCount("maxTokens", maxTokens);
  const { entry: write, frame } = formats[format];
  const count = (text: string) => requireCount("what countTokens returns", countTokens(text));

  const ordered = [...entries.filter(({ pinned }) => pinned), ...entries.filter(({ pinned }) => !pinned)];
  const lines = ordered.map((entry) => write(cleaned(entry)));
  const textOf = (chosen: readonly number[]) => {
    const text = frame(
      chosen.map((index) => lines[index] as string),
      ordered.length - chosen.length,
    );
    return { chosen, text, tokens: count(text) };
  };

  let block = textOf(Array.from(lines.keys()));
  if (block.tokens > maxTokens) {
    const chosen: number[] = [];
    let { tokens } = textOf(chosen);
    for (const [index, line] of lines.entries()) {
      const more = count(`${line}\n`);
      if (tokens + more > maxTokens) continue;
      tokens += more;
      chosen.push(index);
    }
    block = textOf(chosen);
    // Tokens of parts need not add up to those of the whole.
    while (block.tokens > maxTokens && block.chosen.length > 0) block = textOf(block.chosen.slice(0, -1));
  }

  const included = new Set(block.chosen);
  const fits = block.tokens <= maxTokens;
  return {
    text: fits ? block.text : "",
    tokens: fits ? block.tokens : 0,
    included: ordered.filter((_, index) => included.has(index)),
    leftOut: ordered.filter((_, index) => !included.has(index)),
  };
}

function cleaned({ slug, title, summary, pageType, status, pinned }: IndexEntry): PromptEntry {
  const field = (text: string) => cleanLine(text, longestField);
  return {
    slug: field(slug),
    title: field(title),
    summary: cleanLine(summary, limits.indexSummaryLength),
    pageType: field(pageType),
    status: field(status),
    pinned: Boolean(pinned),
  };
}

function estimateTokens(text: string): number {
  return Math.ceil(new TextEncoder().encode(text).length / 4);
}

const optionNames: Readonly<Record<keyof RenderOptions, true>> = { format: true, maxTokens: true, countTokens: true };

/** A budget under a misspelt name would be none. */
function requireOptions(options: RenderOptions): void {
  const names = Object.keys(optionNames).join(", ");
  if (typeof options !== "object" || options === null) throw new TypeError(`options must be an object with ${names}`);
  const unknown = Object.keys(options).find((name) => !Object.hasOwn(optionNames, name));
  if (unknown !== undefined) throw new TypeError(`there is no option ${unknown}; the options are ${names}`);
}

function requireCount(name: string, value: number): number {
  if (typeof value !== "number" || !(value >= 0)) throw new RangeError(`${name} must be a number of 0 or more`);
  return value;
}
