import type { Sentence } from "./sentence.ts";

/** Specification, section 5. */
export const authenticationSentences = {
  "5/key-required": { text: "Every operation requires the header `x-api-key` carrying an API key (<API_KEY>)." },
  "5/dashboard": {
    text: "Keys are created from the service's dashboard.",
    unobservable: "the dashboard is not part of the interface.",
  },
  "5/organization": {
    text: "A key is scoped to one organization and carries the role of the member it was issued to.",
  },
  "5/invalid-key": { text: "A missing or invalid key yields 401 (section 7)." },
  "5/roles": { text: "Which roles may call which operation: not shown.", isOpen: true },
} as const satisfies Record<string, Sentence>;
