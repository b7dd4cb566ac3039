import type { Sentence } from "./sentence.ts";

/** Specification, section 6. */
export const eventsSentences = {
  "6/flags": {
    text: "Binding flags control three kinds of notification delivered to a bound channel: the daily brief (`notifyBriefs`), discovery of strong new connections (`notifyConnections`), and page updates with new knowledge (`notifyChanges`).",
  },
  "6/active-only": { text: "A binding delivers them only while its status is `active`." },
  "6/webhooks": { text: "Webhook or other events delivered to API clients: not shown.", isOpen: true },
  "6/content": { text: "Content, format and timing of the channel notifications: not shown.", isOpen: true },
} as const satisfies Record<string, Sentence>;
