import { renameSync, writeFileSync } from "node:fs";

// Pagefind's own script derives the path of its index from a name that begins like this.
const original = "pagefind.js.original.js";

/**
 * Makes the search of a built site list the export with exactly the searched name first: Pagefind compares stems of words. A module
 * takes the place of Pagefind's script, and exports everything from there except for the search.
 */
export function listExactNamesFirst(site: string): void {
  const file = `${site}/pagefind/pagefind.js`;
  renameSync(file, `${site}/pagefind/${original}`);
  const module = [
    `import { search as find } from "./${original}";`,
    `export * from "./${original}";`,
    `export const search = (${findExact})(find);`,
  ];
  writeFileSync(file, `${module.join("\n")}\n`);
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
