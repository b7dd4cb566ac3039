import type { Sentence } from "./sentence.ts";

/** Specification, section 8. */
export const limitsSentences = {
  "8/summary-length": { text: "IndexEntry.summary is truncated to 160 characters." },
  "8/state-expiry": { text: "The signed OAuth state expires at the returned `expiresAt`." },
  "8/embedding-size": {
    text: "The Page `embedding` can be large.",
    unobservable: "the sentence permits a size, but requires none.",
  },
  "8/limit-range": {
    text: "Default, minimum and maximum of the `limit` query parameter of the prompt index: not shown.",
    isOpen: true,
  },
  "8/rate-limits": { text: "Rate limits and request size limits: not shown.", isOpen: true },
  "8/state-lifetime": { text: "Lifetime of the signed OAuth state: not shown.", isOpen: true },
} as const satisfies Record<string, Sentence>;
