import type { violations } from "./violations.ts";

export type ViolationName = keyof typeof violations;
