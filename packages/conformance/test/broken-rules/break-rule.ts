import { readFileSync } from "node:fs";
import { registerHooks } from "node:module";
import { brokenRules } from "./broken-rules.ts";

// Preloaded: changes a source file of the server while Node loads it.
const name = process.argv[2];
const rule = brokenRules.find((candidate) => candidate.name === name);
if (name !== undefined && rule === undefined) throw new Error(`There is no rule to break with the name ${name}`);

if (rule) {
  registerHooks({
    load(url, context, nextLoad) {
      const loaded = nextLoad(url, context);
      if (!url.endsWith(`/packages/server/src/${rule.file}`)) return loaded;
      return { ...loaded, source: edit(readFileSync(new URL(url), "utf8"), rule.edits) };
    },
  });
}

function edit(source: string, [search, replacement = "", ...rest]: readonly string[]): string {
  if (search === undefined) return source;
  if (!source.includes(search)) throw new Error(`The server has no text ${search} to break any more`);
  return edit(
    source.replace(search, () => replacement),
    rest,
  );
}
