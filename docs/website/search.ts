import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { close, createIndex } from "pagefind";

type Find = (term: string | null, options?: object) => Promise<{ readonly results: readonly Result[] }>;

interface Result {
  readonly id: string;
  data(): Promise<{
    readonly content: string;
    readonly locations: readonly number[];
    readonly meta: Readonly<Record<string, string>>;
  }>;
}

/**
 * Returns a search of whole words, from one that finds "k" for a word that no page has. Words that no page has are left out. The export
 * with exactly the searched name is first.
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

  async function findText(term: string, options?: object) {
    const found = await findWhole(term, options);
    const words = term.trim().split(/\s+/);
    if (found.results.length > 0 || words.length === 1) return found;
    const results = await Promise.all(words.map((word) => findWhole(word, options)));
    const known = words.filter((word, at) => word.length > 3 && results[at]?.results.length);
    return known.length > 0 && known.length < words.length ? findWhole(known.join(" "), options) : found;
  }

  return async (term, options) => {
    const name = term?.trim();
    if (!name) return find(term, options);
    const [named, found] = await Promise.all([find(null, { filters: { name } }), findText(name, options)]);
    const others = found.results.filter(({ id }) => named.results.every((result) => result.id !== id));
    return { ...found, results: [...named.results, ...others] };
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
