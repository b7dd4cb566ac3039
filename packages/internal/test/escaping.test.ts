import { quoteForShell } from "@knowledge-base/internal/escaping";
import { expect, it } from "vitest";

it("escapes control characters for a shell", () => {
  expect(quoteForShell("\u001b'\\")).toBe(`$'\\u001b\\'\\\\'`);
});
