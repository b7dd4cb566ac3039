import { createMark } from "@knowledge-base/internal";
import { expect, it } from "vitest";

it("marks an object, but neither its copies nor what inherits from it", () => {
  const mark = createMark<number>("internal/test");
  const marked = mark.set({}, 5);
  expect(mark.read(marked)).toBe(5);
  expect([{ ...marked }, Object.create(marked), null, 5].map(mark.read).filter(Boolean)).toEqual([]);
});
