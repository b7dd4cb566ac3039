import { describe, expect, it } from "vitest";
import { runnableCases } from "../../src/conformance-cases.ts";
import type { Sentence } from "../../src/specification/sentence.ts";
import { type SentenceId, sentences } from "../../src/specification/sentences.ts";

const all = Object.entries<Sentence>(sentences);

/** Returns the ids of the cases of a level that refer to a sentence. */
function casesAbout(id: string, level: "required" | "choice"): string[] {
  const found = runnableCases.filter((one) => one.info.level === level && one.sentences.includes(id as SentenceId));
  return found.map(({ info }) => info.id);
}

describe("a sentence of the specification", () => {
  const stated = all.filter(([, { isOpen, unobservable }]) => !isOpen && unobservable === undefined);

  it.each(stated)("is checked by a required case: %s", (id) => {
    expect(casesAbout(id, "required")).not.toEqual([]);
  });

  it("has no required case if it leaves something open", () => {
    const open = all.filter(([, { isOpen }]) => isOpen).map(([id]) => id);
    expect(open.filter((id) => casesAbout(id, "required").length > 0)).toEqual([]);
  });

  it("has no case if it cannot be observed", () => {
    const unobservable = all.filter(([, sentence]) => sentence.unobservable !== undefined).map(([id]) => id);
    const covered = unobservable.filter(
      (id) => casesAbout(id, "required").length + casesAbout(id, "choice").length > 0,
    );
    expect(covered).toEqual([]);
  });
});

describe("a case", () => {
  it.each(runnableCases.map(({ info, sentences: ids }) => [info.id, ids] as const))(
    "names each sentence once: %s",
    (_, ids) => {
      expect(ids).toEqual([...new Set(ids)]);
    },
  );
});
