import type { Subject } from "./subject.ts";

/** Compares a service with the specification. Throws an assertion error if they differ. */
export type Check = (subject: Subject) => Promise<void>;
