import type { OptionRule } from "@knowledge-base/internal";

/** Rule of an option that is a secret and is sent in a header: an API key or a token. */
export const secretRule: OptionRule = {
  expected: "a string of visible ASCII characters",
  isSecret: true,
  accepts: (value) => typeof value === "string" && /^[!-~]+$/.test(value),
};
