import { copyPage } from "./copy-entry.ts";
import type { StoredPage } from "./state.ts";

/**
 * Returns a page to store. If another organization has an equal page, both share it; if only the embeddings are equal, they
 * share that. Stored pages are replaced and never changed.
 *
 * @param page - a page that belongs to the caller, so that parts of it must be copied
 * @param stored - the page of another organization with the same brain id and slug
 */
export function sharePage(page: StoredPage, stored: StoredPage | undefined): StoredPage {
  if (!stored || !isEqual(page.embedding, stored.embedding)) return copyPage(page);
  const copy = copyPage(page, stored.embedding);
  return isEqual(copy, stored) ? stored : copy;
}

/** Compares two values that consist of plain objects, arrays and primitive values. */
function isEqual(left: unknown, right: unknown): boolean {
  if (Object.is(left, right)) return true;
  if (typeof left !== "object" || typeof right !== "object" || left === null || right === null) return false;
  if (Array.isArray(left)) {
    if (!Array.isArray(right) || left.length !== right.length) return false;
    // Embeddings are long.
    for (let at = 0; at < left.length; at += 1) {
      if (!Object.is(left[at], right[at]) && !isEqual(left[at], right[at])) return false;
    }
    return true;
  }
  const fields = Object.entries(left);
  return (
    fields.length === Object.keys(right).length &&
    fields.every(([name, value]) => isEqual(value, Reflect.get(right, name)))
  );
}
