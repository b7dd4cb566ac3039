import { plannedRecords } from "../second-service/records/planned-records.ts";

const largeEmbedding = Array.from({ length: 2500 }, (_, index) => Math.sin(index));

/** Records of the second service for a run: those of its own tests, with more about them. */
export const suiteRecords = {
  ...plannedRecords,
  page: { table: "pages", values: { ...plannedRecords.page.values, embedding: largeEmbedding } },
  // Another workspace of the same brain.
  otherInstallation: {
    table: "installations",
    values: { ...plannedRecords.otherInstallation.values, brainId: "$brain" },
  },
  // The body of `page` has a wikilink to it.
  linkedPage: { table: "pages", values: { brainId: "$brain", title: "Roadmap" } },
  secondBrainPage: { table: "pages", values: { brainId: "$otherBrain", title: "Second brain" } },
  foreignBrainPage: { table: "pages", values: { brainId: "$foreignBrain", title: "Foreign brain" } },
} as const;

/** Name of one of the {@link suiteRecords}. */
export type SuiteRecordName = keyof typeof suiteRecords;
