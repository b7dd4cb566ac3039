import { renderPromptIndex } from "@knowledge-base/sdk/prompt";
import { describe, expect, it } from "vitest";
import { createEntries } from "./create-entries.ts";

const entries = createEntries(3);

describe("renderPromptIndex", () => {
  it.each([
    [{ maxToken: 100 }, "maxToken is not an option; did you mean maxTokens?"],
    [{ constructor: 1 }, "constructor is not an option; the options are format, maxTokens, countTokens"],
    [100, "options must be an object with any of format, maxTokens, countTokens (got 100)"],
    [null, "options must be an object with any of format, maxTokens, countTokens (got null)"],
    [{ countTokens: 4 }, "countTokens must be a function (got 4)"],
  ])("rejects options that would disable the limit: %j", (options, message) => {
    expect(() => renderPromptIndex(entries, options as never)).toThrow(new TypeError(message));
  });

  it.each([undefined, null, {}, Promise.resolve(entries), "text"])("rejects entries that are none: %#", (given) => {
    const message = "entries must be an array; an await may be missing";
    expect(() => renderPromptIndex(given as never)).toThrow(new TypeError(message));
  });
});
