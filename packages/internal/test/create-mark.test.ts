import { createMark } from "@knowledge-base/internal";
import { expect, it } from "vitest";

it("marks an object, but neither its copies nor what inherits from it", () => {
  const mark = createMark("internal/test");
  const marked = mark.addTo({});
  expect(mark.isOn(marked)).toBe(true);
  expect([{ ...marked }, Object.create(marked), null, 5].some(mark.isOn)).toBe(false);
});
