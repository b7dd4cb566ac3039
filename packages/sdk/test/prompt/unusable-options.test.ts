import { renderPromptIndex } from "@knowledge-base/sdk/prompt";
import { describe, expect, it } from "vitest";
import { entriesOf } from "./entry-of.ts";

const entries = entriesOf(3);

describe("renderPromptIndex", () => {
  it.each([
    [{ maxToken: 100 }, "there is no option maxToken; the options are format, maxTokens, countTokens"],
    [{ constructor: 1 }, "there is no option constructor; the options are format, maxTokens, countTokens"],
    [100, "options must be an object with format, maxTokens, countTokens"],
    [null, "options must be an object with format, maxTokens, countTokens"],
  ])("refuses options under which a budget would be none: %j", (options, message) => {
    expect(() => renderPromptIndex(entries, options as never)).toThrow(new TypeError(message));
  });

  it.each([undefined, null, {}, Promise.resolve(entries), "text"])("refuses entries that are none: %#", (given) => {
    const message = "entries must be an array; an await may be missing";
    expect(() => renderPromptIndex(given as never)).toThrow(new TypeError(message));
  });
});
