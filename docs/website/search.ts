import { readFileSync, writeFileSync } from "node:fs";

/** Makes the search of a built site list the export with exactly the searched name first: Pagefind compares stems of words. */
export function listExactNamesFirst(site: string): void {
  const file = `${site}/pagefind/pagefind.js`;
  const script = readFileSync(file, "utf8");
  const exported = /,search\};\s*$/;
  if (!exported.test(script)) throw new Error("Pagefind's script doesn't export search last, as version 1.5 does.");
  const replaced = `};\nconst searchExact = (${findExact})(search);\nexport { searchExact as search };\n`;
  writeFileSync(
    file,
    script.replace(exported, () => replaced),
  );
}

interface Found {
  readonly results: readonly { readonly id: string }[];
}

type Find = (term: string | null, options?: object) => Promise<Found>;

// Returns a search that lists pages with a matching filter `name` first. Runs in the page.
function findExact(find: Find): Find {
  return async (term, options) => {
    const name = term?.trim();
    if (!name) return await find(term, options);
    const [named, found] = await Promise.all([find(null, { filters: { name } }), find(name, options)]);
    const others = found.results.filter(({ id }) => named.results.every((result) => result.id !== id));
    return { ...found, results: [...named.results, ...others] };
  };
}
