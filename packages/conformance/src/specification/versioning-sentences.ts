import type { Sentence } from "./sentence.ts";

/** Specification, section 9. */
export const versioningSentences = {
  "9/prefix": { text: "The version is the path prefix `/v1`." },
  "9/page-version": { text: "Each page carries an integer `version`, monotonic, bumped on every compile or edit." },
  "9/deprecation-policy": {
    text: "Deprecation policy and compatibility guarantees of the interface: not shown.",
    isOpen: true,
  },
} as const satisfies Record<string, Sentence>;
