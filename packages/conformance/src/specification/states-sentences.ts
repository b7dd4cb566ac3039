import type { Sentence } from "./sentence.ts";

/** Specification, section 3. */
export const statesSentences = {
  "3/page-statuses": { text: "Page `status` values: `active`, `deprecated`, `stale`, `contested`, `archived`." },
  "3/hidden-by-default": { text: "Deprecated and archived items are hidden from listings by default." },
  "3/pinned-exempt": { text: "Pinned pages are exempt from deprecation." },
  "3/binding-statuses": { text: "Binding `status` values: `active`, `disabled`." },
  "3/archive": {
    text: "| Page | Archive operation (4.2) | The brain and page exist | Page is archived (hidden from lists and search) | Content, versions and connections are kept. A restore operation brings the page back |",
  },
  "3/update": {
    text: "| Binding | Update operation (4.1) | Only notification flags change | Unchanged | The flags in the body are changed; omitted flags are left unchanged |",
  },
  "3/unbind": {
    text: "| Binding | Unbind operation (4.6) | Binding exists | Binding is removed | The installation and other bindings are unaffected |",
  },
  "3/archived-values": {
    text: "The exact values of `status` and `archived` after archiving are not shown.",
    isOpen: true,
  },
  "3/other-page-transitions": {
    text: "Transitions between page statuses other than archiving, and the restore operation's shape: not shown.",
    isOpen: true,
  },
  "3/binding-transitions": {
    text: "Transitions of binding `status` between `active` and `disabled`: not shown.",
    isOpen: true,
  },
} as const satisfies Record<string, Sentence>;
