import { expect } from "vitest";
import { expectShape } from "./expect-shape.ts";
import { send } from "./send.ts";
import type { Shape } from "./shape.ts";
import type { Subject } from "./subject.ts";

/** Reads the prompt index of the first brain. */
export async function readIndex(subject: Subject, query = ""): Promise<readonly Shape<"indexEntry">[]> {
  const path = `/brains/${encodeURIComponent(subject.records.brainId)}/index${query}`;
  const { status, value } = await send(subject, { method: "GET", path });
  expect(status).toBe(200);
  expect(value).toBeInstanceOf(Array);
  return Object.values(value ?? []).map((entry) => expectShape("indexEntry", entry));
}
