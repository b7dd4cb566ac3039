import type { IndexEntry } from "@knowledge-base/types";
import { maxIndexSummaryLength } from "@knowledge-base/types/internal";
import type { RequestOverrides, Service } from "../../run/service.ts";
import { assert, skipUnless, skipWithout } from "../../run/verdict.ts";

type Index = readonly IndexEntry[];

// The specification doesn't define which limits a service accepts.
const largeLimits = [500, 100, 50, 20, 10];

/** Reads as many entries of the prompt index as the service returns. */
export async function readIndex(service: Service, overrides: RequestOverrides = {}): Promise<Index> {
  for (const limit of largeLimits) {
    const entries = await readLimitedIndex(service, limit, overrides);
    if (entries) return entries;
  }
  return service.call("promptIndex.get", overrides);
}

/** Reads the prompt index without a limit, and with a large one. */
export async function readBoth(service: Service): Promise<Index[]> {
  return [await service.call("promptIndex.get"), await readIndex(service)];
}

/** Joins the entries of {@link readBoth}. There must be one. */
export async function readEntries(service: Service): Promise<Index> {
  const entries = (await readBoth(service)).flat();
  skipUnless(entries.length > 0, "a brain with a page");
  return entries;
}

/** Undefined if the service rejects the limit: its range isn't specified. */
export async function readLimitedIndex(
  service: Service,
  limit: number,
  overrides: RequestOverrides = {},
): Promise<Index | undefined> {
  const response = await service.send("promptIndex.get", { ...overrides, query: `limit=${limit}` });
  return response.status === 400 ? undefined : response.expectSuccess("promptIndex.get");
}

// An index with fewer entries shows all pages of a brain: no service has so low a maximum.
const smallIndex = 5;

/** Finds a known page in the prompt index, which shows only the top pages. */
export async function findEntry(service: Service, slug: string): Promise<IndexEntry> {
  const entries = await readIndex(service);
  const entry = entries.find((candidate) => candidate.slug === slug);
  if (entry) return entry;
  assert(entries.length >= smallIndex, `the index does not show the page ${slug}, and shows ${entries.length} pages`);
  skipWithout(`a page ${slug} among the first ${entries.length} entries of the index`);
}

export async function readSlugs(service: Service, overrides?: RequestOverrides): Promise<string[]> {
  return (await readIndex(service, overrides)).map(({ slug }) => slug);
}

/** Expects a list, which the service may update with a delay, not to have a page. */
export function expectHidden(
  service: Service,
  list: string,
  slug: string,
  read: () => Promise<readonly string[]>,
): Promise<void> {
  return service.eventually(async () => assert(!(await read()).includes(slug), `${list} still shows ${slug}`));
}

export async function expectNotShown(service: Service, slug: string): Promise<void> {
  const isShown = (await readEntries(service)).some((entry) => entry.slug === slug);
  assert(!isShown, `the index shows ${slug}`);
}

const graphemes = (text: string) => Array.from(new Intl.Segmenter().segment(text), ({ segment }) => segment);

/** Counts characters as people do, which gives the smallest number. */
export const countGraphemes = (text: string): number => graphemes(text).length;

// The specification doesn't define what a character is.
const measures = [(text: string) => text.length, (text: string) => Array.from(text).length, countGraphemes];

/**
 * Returns whether a prompt index may show a text as a summary: the whole summary, or its first 160 characters if it has more.
 * Space or the last word may be missing, and the last characters may be an ellipsis.
 */
export function isShownSummary(shown: string, summary: string): boolean {
  // A service may remove line breaks.
  const [one = "", other = ""] = [shown, summary].map((text) => text.replaceAll(/\s+/g, " "));
  return measures.some((measure) => {
    const isTooLong = (text: string) => measure(text) > maxIndexSummaryLength;
    return !isTooLong(one) && (one === other || isTruncated(one, other, isTooLong));
  });
}

// Returns whether a text is the beginning of a summary, and would be too long with the character or the word that follows.
function isTruncated(shown: string, summary: string, isTooLong: (text: string) => boolean): boolean {
  const [, kept = "", ellipsis = ""] =
    /^([\s\S]*?)\s*(…|\.\.\.)?$/.exec(shown.replace(/[\ud800-\udbff\ufffd]$/, "")) ?? [];
  if (!summary.startsWith(kept)) return false;
  const rest = summary.slice(kept.length);
  const [space = ""] = /^\s*/.exec(rest) ?? [];
  const [word = ""] = /^\s*\S*/.exec(rest) ?? [];
  const [character = ""] = graphemes(rest.slice(space.length));
  const isCutInWord = ellipsis === "" && space === "";
  return isTooLong(kept + (isCutInWord ? character : word + (ellipsis || " ")));
}
