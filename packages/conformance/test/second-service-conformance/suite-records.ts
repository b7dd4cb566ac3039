import { plannedRecords } from "../second-service/records/planned-records.ts";

/** Records of the second service for a run: those of its own tests, and pages whose slugs only one brain has. */
export const suiteRecords = {
  ...plannedRecords,
  secondBrainPage: { table: "pages", values: { brainId: "$otherBrain", title: "Second brain" } },
  foreignBrainPage: { table: "pages", values: { brainId: "$foreignBrain", title: "Foreign brain" } },
} as const;

/** Name of one of the {@link suiteRecords}. */
export type SuiteRecordName = keyof typeof suiteRecords;
