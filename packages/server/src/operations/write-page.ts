import type { Page } from "@knowledge-base/types";
import type { StoredPage } from "../store/state.ts";

const embeddingText = new WeakMap<readonly number[], string>();

/** Writes a page as JSON. The text of an embedding is made once: it is nearly all of the page, and versions share it. */
export function writePage(page: Page): string {
  const { embedding, statusBeforeArchive: _, ...rest }: Page & Pick<StoredPage, "statusBeforeArchive"> = page;
  const text = embeddingText.get(embedding) ?? JSON.stringify(embedding);
  embeddingText.set(embedding, text);
  return `${JSON.stringify(rest).slice(0, -1)},"embedding":${text}}`;
}
