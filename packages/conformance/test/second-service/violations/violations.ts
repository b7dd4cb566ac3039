import type { Violation } from "./violation.ts";
export const violations = {} satisfies Readonly<Record<string, Violation>> as Record<string, Violation>;
