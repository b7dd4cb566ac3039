import { globSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { root } from "./harness/documents.ts";

const folder = fileURLToPath(root);
const text = await readFile(new URL("CONTRIBUTING.md", root), "utf8");
const [, section = ""] = /^## Find the right file$([\s\S]*?)^## /m.exec(text) ?? [];
const rows = Array.from(section.matchAll(/^\| (.+?) \| (.+) \|$/gm), ([, subject = "", places = ""]) => ({
  subject,
  paths: Array.from(places.matchAll(/`([^`]+)`/g), ([, path = ""]) => path),
})).filter(({ paths }) => paths.length > 0);

/** Returns the folders in which a path may be: the root, and the folders of the path before it. */
function foldersOf(path: string): string[] {
  const parent = dirname(path);
  return parent === path ? [path] : [path, ...foldersOf(parent)];
}

/** Returns the paths of a row that do not exist. A path without a folder is beside or below the one before it. */
function findMissing(paths: readonly string[]): string[] {
  let previous = ".";
  return paths.filter((path) => {
    const found = foldersOf(previous).find((from) => globSync(join(from, path), { cwd: folder }).length > 0);
    if (found !== undefined) previous = join(found, path);
    return found === undefined;
  });
}

it("finds the rows of the table", () => {
  expect(rows.length).toBeGreaterThan(50);
});

it.each(rows)("names files that exist: $subject", ({ paths }) => {
  expect(findMissing(paths)).toEqual([]);
});

it("detects a file that does not exist", () => {
  expect(findMissing(["packages/server/src/journal/redact-entry.ts", "known-keys.ts"])).toEqual(["known-keys.ts"]);
});
