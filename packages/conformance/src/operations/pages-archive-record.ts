import type { Page } from "@knowledge-base/types";
import { parseTimestamp } from "@knowledge-base/types/internal";
import { assert } from "../assert.ts";
import type { ConformanceCases } from "../conformance-case.ts";
import { archiveOnce } from "../expectations/archive-once.ts";
import { requireData } from "../require-data.ts";
import { sentencesOf } from "../specification/sentences-of.ts";

const needs = { write: true, records: ["brainId", "slug"] } as const;
const wikilink = /\[\[([^\]|#]+)/g;

/** Clocks of two parts of a service may differ by a little. */
const toleranceMs = 5000;

/** Cases about fields of a page, as archiving returns it. */
export const pagesArchiveRecord: ConformanceCases = {
  source: {
    title: "returns the source of the page",
    sentences: ["2.1/source", ...sentencesOf("2.2")],
    level: "required",
    needs,
    async run(service) {
      const { page } = await archiveOnce(service);
      requireData(page.source !== null, "needs a record slug of a page whose source is not null");
    },
  },
  sources: {
    title: "lists the ingest sources of the page",
    sentences: ["2.1/sources", ...sentencesOf("2.3")],
    level: "required",
    needs,
    async run(service) {
      const { page } = await archiveOnce(service);
      requireData(page.sources.length > 0, "needs a record slug of a page with ingest sources");
    },
  },
  backlinks: {
    title: "lists the slugs of the wikilinks in the body, and no others",
    sentences: ["2.1/backlinks"],
    level: "required",
    needs,
    async run(service) {
      const { page, before } = await archiveOnce(service);
      const links = wikilinksOf(page);
      assert(
        page.backlinks.length <= links.length,
        `the page has ${page.backlinks.length} backlinks, and its body ${links.length} wikilinks`,
      );
      const known = links.filter((link) => link !== page.slug && before.some(({ slug }) => slug === link));
      requireData(known.length > 0, "needs a record slug of a page whose body has a wikilink to a page of the index");
      const missing = known.find((link) => !page.backlinks.includes(link));
      assert(missing === undefined, `the body has a wikilink to ${missing}, which is not among the backlinks`);
    },
  },
  plain: {
    title: "returns a page without optional content with null or empty lists, and with no invented time of reading",
    sentences: ["2.1/source", "2.1/sources", "2.1/entities", "2.1/backlinks", "2.1/embedding", "2.1/lastReferencedAt"],
    level: "required",
    needs: { write: true, records: ["brainId", "plainSlug"] },
    async run(service) {
      const page = await service.expectSuccess("pages.archive", { ids: { slug: service.recordId("plainSlug") } });
      const lists = [page.sources, page.entities, page.backlinks, page.embedding];
      requireData(
        page.source === null && lists.every(({ length }) => length === 0),
        "needs a record plainSlug of a page without source, sources, entities, backlinks and embedding",
      );
      const { lastReferencedAt, createdAt } = page;
      assert(
        lastReferencedAt === null || parseTimestamp(lastReferencedAt) >= parseTimestamp(createdAt) - toleranceMs,
        `the page was created at ${createdAt}, and last read at ${lastReferencedAt}`,
      );
    },
  },
  times: {
    title: "has a modification time that is not before its creation time",
    sentences: ["2.1/createdAt", "2.1/updatedAt"],
    level: "required",
    needs,
    async run(service) {
      const { createdAt, updatedAt } = (await archiveOnce(service)).page;
      assert(
        parseTimestamp(createdAt) <= parseTimestamp(updatedAt) + toleranceMs,
        `the page was created at ${createdAt}, and last modified at ${updatedAt}`,
      );
    },
  },
};

function wikilinksOf({ body }: Page): string[] {
  return Array.from(body.matchAll(wikilink), ([, target = ""]) => target.trim());
}
