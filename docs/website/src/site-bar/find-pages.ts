import { correctSpelling } from "./correct-spelling.ts";

/** A page that a search found. */
export interface FoundPage {
  readonly url: string;
  readonly title: string;
  readonly section: string;
  /** HTML with the words of the query in `mark` elements. */
  readonly excerpt: string;
}

export interface SearchResult {
  readonly pages: readonly FoundPage[];
  /** The query with corrected spelling, if that is different. */
  readonly corrected?: string;
}

interface Pagefind {
  init(): Promise<void>;
  options(options: object): Promise<void>;
  search(query: string): Promise<{ readonly results: readonly PagefindResult[] }>;
}

interface PagefindResult {
  readonly score: number;
  data(): Promise<PagefindPage>;
}

interface PagefindPage {
  readonly url: string;
  readonly excerpt: string;
  readonly meta: Readonly<Record<string, string | undefined>>;
}

/** A page that keywords lead to. */
export interface KeywordPage {
  /** Path in the site. */
  readonly path: string;
  readonly title: string;
  readonly section: string;
  readonly description: string;
  readonly keywords: readonly string[];
}

interface Index {
  readonly pagefind: Pagefind;
  /** The words of all pages, in lower case. */
  readonly words: readonly string[];
  readonly pages: readonly KeywordPage[];
}

/** Pages whose data is loaded to sort them. */
const maxCandidates = 30;
const maxPages = 12;

/** Factors for the score of a page, by its section. Readers want explanations before details. */
const sectionFactors: Readonly<Record<string, number>> = { Guide: 2, API: 1.8, Project: 0.4 };

let loaded: Promise<Index> | undefined;

/** Finds pages: first those that the keywords lead to, then those that contain the words. */
export async function findPages(base: string, query: string): Promise<SearchResult> {
  loaded ??= load(base).catch((error: unknown) => {
    loaded = undefined; // The next search tries again.
    throw error;
  });
  const { pagefind, words, pages } = await loaded;
  const corrected = correctSpelling(query, words);
  const isKnown = corrected
    .split(" ")
    .some((word) => !/^\p{L}+$/u.test(word) || words.some((other) => other.startsWith(word)));
  const chosen = pages.filter((page) => isChosen(page, corrected)).map((page) => foundByKeyword(base, page));
  const others = isKnown ? await searchText(pagefind, corrected) : [];
  const isNew = ({ url }: FoundPage) => chosen.every((page) => page.url !== url);
  return {
    pages: [...chosen, ...others.filter(isNew)].slice(0, maxPages),
    ...(corrected === query.toLowerCase() ? {} : { corrected }),
  };
}

async function load(base: string): Promise<Index> {
  const pagefind: Pagefind = await import(
    /* @vite-ignore */ new URL(`${base}pagefind/pagefind.js`, document.baseURI).href
  );
  await pagefind.options({ excerptLength: 18, baseUrl: base });
  await pagefind.init();
  const response = await fetch(`${base}search.json`);
  return { pagefind, ...(await response.json()) };
}

function isChosen({ title, keywords }: KeywordPage, query: string): boolean {
  return keywords.includes(query) || title.toLowerCase() === query;
}

function foundByKeyword(base: string, { path, title, section, description }: KeywordPage): FoundPage {
  const excerpt = document.createElement("span");
  excerpt.textContent = description;
  return { url: base + path, title, section, excerpt: excerpt.innerHTML };
}

async function searchText(pagefind: Pagefind, query: string): Promise<readonly FoundPage[]> {
  const { results } = await pagefind.search(query);
  const candidates = await Promise.all(
    results.slice(0, maxCandidates).map(async (result) => ({ score: result.score, page: await result.data() })),
  );
  return candidates
    .map(({ score, page }) => ({ page, score: score * factorOf(page, query) }))
    .toSorted((one, other) => other.score - one.score)
    .map(({ page: { url, excerpt, meta } }) => ({
      url,
      title: meta["title"] ?? url,
      section: meta["section"] ?? "",
      excerpt,
    }));
}

function factorOf({ meta }: PagefindPage, query: string): number {
  const isTitle = meta["title"]?.toLowerCase() === query;
  return (isTitle ? 1000 : 1) * (sectionFactors[meta["section"] ?? ""] ?? 1);
}
