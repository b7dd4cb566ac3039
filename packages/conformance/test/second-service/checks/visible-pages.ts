import { callAdmin } from "../records/call-admin.ts";
import { readIndex } from "./read-index.ts";
import type { Subject } from "./subject.ts";

/** Returns the slugs of the first brain's pages that are listed, found by a search for any text, and indexed. */
export async function visiblePages(subject: Subject) {
  const { brainId } = subject.records;
  const list = async (input: object) => {
    const pages = await callAdmin<{ slug: string }[]>(subject.service, "list-pages", { brainId, ...input });
    return pages.map(({ slug }) => slug);
  };
  await subject.settle();
  const entries = await readIndex(subject);
  return { listed: await list({}), found: await list({ text: "" }), indexed: entries.map((entry) => entry.slug) };
}
