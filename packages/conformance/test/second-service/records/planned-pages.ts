const long = "A long summary tells far more than a prompt needs, sentence after sentence. ".repeat(3);
const longWithEmoji = "👩‍🚀 Zürich – naïve café 東京 🚀 ".repeat(12);

const source = { channel: "agent", ref: "agent-7", label: "Research agent" };
const sources = [
  { ingestSourceId: "ingest-1", chunkUuids: ["3f0c", "9b1d"], attachedAt: "2026-01-01T08:00:00.000Z" },
  { ingestSourceId: "ingest-2", chunkUuids: [], attachedAt: "2026-01-02T08:00:00.000Z" },
];
const content = {
  source,
  sources,
  body: "# Overview\n\nSee [[roadmap]] and [[team]].",
  entities: ["Ada", "Grace"],
  backlinks: ["roadmap", "team"],
  embedding: [0.125, -0.5, 1, 0],
  pageType: "project",
  bucket: "projects",
  bucketSource: "user",
  version: 3,
  lastReferencedAt: "2026-02-01T08:00:00.000Z",
};

const day = (number: number) => {
  const time = `2026-03-${String(number).padStart(2, "0")}T12:00:00.000Z`;
  return { createdAt: time, updatedAt: time, lastCompiledAt: time };
};

/**
 * Pages of every kind. The pinned ones were changed before all others, created first or last, and are neither first nor
 * last by title, so that only their pin can put them first.
 */
export const plannedPages = {
  page: { table: "pages", values: { brainId: "$brain", title: "Overview", ...content, ...day(20) } },
  // Has neither a source nor entities, and was never read.
  plainPage: { table: "pages", values: { brainId: "$brain", title: "Zebra", ...day(28), embedding: [] } },
  pinnedPage: { table: "pages", values: { brainId: "$brain", title: "Meeting notes", pinned: true, ...day(3) } },
  pinnedStalePage: {
    table: "pages",
    values: { brainId: "$brain", title: "Plans", pinned: true, status: "stale", ...day(2) },
  },
  longPage: { table: "pages", values: { brainId: "$brain", title: "Letters", summary: long, ...day(21) } },
  emojiPage: { table: "pages", values: { brainId: "$brain", title: "Émojis", summary: longWithEmoji, ...day(22) } },
  stalePage: { table: "pages", values: { brainId: "$brain", title: "Old prices", status: "stale", ...day(23) } },
  contestedPage: { table: "pages", values: { brainId: "$brain", title: "Claims", status: "contested", ...day(24) } },
  deprecatedPage: { table: "pages", values: { brainId: "$brain", title: "Fax", status: "deprecated", ...day(29) } },
  archivedPage: {
    table: "pages",
    values: { brainId: "$brain", title: "Telex", archived: true, status: "archived", ...day(30) },
  },
  pinnedContestedPage: {
    table: "pages",
    values: { brainId: "$brain", title: "Names", pinned: true, status: "contested", ...day(1) },
  },
  pinnedLongPage: {
    table: "pages",
    values: { brainId: "$brain", title: "Glossary", pinned: true, summary: `${long}é`, ...day(4) },
  },
  // The same slug as that of `page`, in other brains.
  otherBrainPage: { table: "pages", values: { brainId: "$otherBrain", title: "Overview", ...day(5) } },
  foreignPage: { table: "pages", values: { brainId: "$foreignBrain", title: "Overview", ...day(6) } },
} as const;
