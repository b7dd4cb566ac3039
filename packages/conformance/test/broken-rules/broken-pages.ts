import type { BrokenRule } from "./broken-rule.ts";

/** Broken rules about pages and the prompt index. */
export const brokenPages: readonly BrokenRule[] = [
  {
    name: "the limit is applied before pinned pages are moved to the top",
    file: "operations/prompt-index-get.ts",
    edits: [
      "return toIndex(brain.pages.top(input.query.limit ?? defaultLimit));",
      `const all = brain.pages.top(maximum);
       const ranked = [...all.filter((page) => !page.pinned), ...all.filter((page) => page.pinned)];
       const top = ranked.slice(0, input.query.limit ?? defaultLimit);
       return toIndex([...top.filter((page) => page.pinned), ...top.filter((page) => !page.pinned)]);`,
    ],
    foundBy: "promptIndex.get/pinned-with-limit",
  },
  {
    name: "pinned pages are not shown as pinned",
    file: "operations/prompt-index-get.ts",
    edits: ["pageType, pinned, status };", "pageType, pinned: false, status };"],
    foundBy: "promptIndex.get/pinned-page",
  },
  {
    name: "summaries are cut to 150 characters",
    file: "operations/prompt-index-get.ts",
    edits: ["limits.indexSummaryLength)", "150)"],
    foundBy: "promptIndex.get/summary-of-page",
  },
  {
    name: "the index has the pages of all brains",
    file: "operations/prompt-index-get.ts",
    edits: [
      `const brain = store.brains.get(input.params.brainId) ?? fail.notFound("Brain");`,
      `store.brains.get(input.params.brainId) ?? fail.notFound("Brain");
       const [brain] = store.brains.values();`,
    ],
    foundBy: "brains/index",
  },
  {
    name: "archiving increases the version",
    file: "operations/pages-archive.ts",
    edits: ["      ...choices.archivedPage,", "      ...choices.archivedPage, version: page.version + 1,"],
    foundBy: "pages.archive/content-kept-as-read",
  },
  {
    name: "archiving a page again increases its version",
    file: "operations/pages-archive.ts",
    edits: [
      `if (page.status === "archived") return page;`,
      `if (page.status === "archived") return { ...page, version: page.version + 1 };`,
    ],
    foundBy: "pages.archive/version-kept",
  },
  {
    name: "archiving drops the ingest sources",
    file: "operations/pages-archive.ts",
    edits: ["      ...choices.archivedPage,", "      ...choices.archivedPage, sources: [],"],
    foundBy: "pages.archive/content-kept-as-read",
  },
  {
    name: "the response to archiving lists no backlinks",
    file: "operations/pages-archive.ts",
    edits: ["return archived;", "return { ...archived, backlinks: [] };"],
    foundBy: "pages.archive/backlinks",
  },
  {
    name: "restoring a page drops its backlinks",
    file: "control/page-changes.ts",
    edits: ["return { ...rest, archived: false,", "return { ...rest, backlinks: [], archived: false,"],
    foundBy: "pages.archive/restored-content",
  },
  {
    name: "a page was modified before it was created",
    file: "operations/pages-archive.ts",
    edits: ["updatedAt: timestamp(clock.now()),", `updatedAt: "2001-01-01T00:00:00.000Z",`],
    foundBy: "pages.archive/times",
  },
  {
    name: "reading a page does not set lastReferencedAt",
    file: "control/page-changes.ts",
    edits: ["  lastReferencedAt: currentTimestamp(organization),", ""],
    foundBy: "pages/read-bumps-last-referenced",
  },
  {
    name: "editing a page does not increase its version",
    file: "control/page-changes.ts",
    edits: ["...changes, version: nextVersion(page),", "...changes,"],
    foundBy: "pages/edit-bumps-version",
  },
  {
    name: "compiling a page does not set lastCompiledAt",
    file: "control/page-changes.ts",
    edits: ["    lastCompiledAt: now,\n", ""],
    foundBy: "pages/compile-bumps-version",
  },
  {
    name: "a pinned page can be deprecated",
    file: "control/page-changes.ts",
    edits: ["  if (page.pinned) {\n    rejectCommand(", "  if (!page) {\n    rejectCommand("],
    foundBy: "pages/pinned-exempt",
  },
];
