import { expect } from "vitest";
import type { Shape } from "./shape.ts";
import { stored } from "./stored.ts";
import type { Subject } from "./subject.ts";

const times = new Set(["lastCompiledAt", "lastReferencedAt", "createdAt", "updatedAt"]);

/** Expects the page of a response to have the content of the stored page. */
export async function expectStoredPage(subject: Subject, page: Shape<"page">): Promise<void> {
  const [row] = await stored(subject, "pages", { id: page.id });
  expect(row).toBeDefined();
  const { sources, statusBefore: _, ...content } = row ?? {};
  const returned = new Map<string, unknown>(Object.entries(page));
  for (const [name, value] of Object.entries(content)) {
    if (times.has(name)) expectSameTime(name, returned.get(name), value);
    else expect(returned.get(name), name).toEqual(value);
  }
  const withTime = (list: unknown) =>
    Object.values(list ?? {}).map((source) => ({ ...source, attachedAt: Date.parse(source.attachedAt) }));
  expect(withTime(page.sources)).toMatchObject(withTime(sources));
}

/** Timestamps may be rounded to seconds. */
function expectSameTime(name: string, returned: unknown, kept: unknown): void {
  if (typeof returned !== "string" || typeof kept !== "string") expect(returned, name).toBe(kept);
  else expect(Math.abs(Date.parse(returned) - Date.parse(kept)), name).toBeLessThan(1000);
}
