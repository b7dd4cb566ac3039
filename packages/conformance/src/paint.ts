import type { CaseStatus } from "./report.ts";

/** Colors a text according to a status. */
export type Paint = (status: CaseStatus, text: string) => string;
