import { describe, expect, it } from "vitest";
import { openServer } from "../open-server.ts";

describe("the default summary of a page", () => {
  it.each([
    ["One.\nTwo.\n\nThree.", "One. Two."],
    ["\n\n  One  \t two\n \t\nThree.", "One two"],
    ["One\r\n\r\nTwo", "One"],
    ["One.  \n\nTwo.", "One."],
    ["One", "One"],
    ["x".repeat(160), "x".repeat(160)],
    ["x".repeat(161), "x".repeat(160)],
    [`${"x".repeat(159)}🌊`, "x".repeat(159)],
    [`${"x".repeat(158)}🌊y`, `${"x".repeat(158)}🌊`],
  ])("is the beginning of the body (%#)", (body, summary) => {
    const { pages } = openServer().control;
    expect(pages.create({ brainId: "brain_tides", title: "Neap tide", body }).summary).toBe(summary);
  });
});
