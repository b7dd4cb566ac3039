import { describe, expect, it } from "vitest";
import { openServer } from "../open-server.ts";

/** The backlinks of a page that is created with a body. */
function backlinksOf(body: string): readonly string[] {
  return openServer().control.pages.create({ brainId: "brain_tides", title: "Neap tide", body }).backlinks;
}

describe("the default backlinks of a page", () => {
  it.each([
    ["[[a]]", ["a"]],
    ["[[a]][[b]] and [[ c ]]", ["a", "b", "c"]],
    ["[[a]] [[b]] [[a]]", ["a", "b"]],
    ["[[a|shown]] [[b#part]] [[c#part|shown]] [[d|x|y]] [[e|]]", ["a", "b", "c", "d", "e"]],
    ["[[]] [[ ]] [[|shown]] [[#part]]", []],
    ["[[[a]]] [[b]]]", ["a", "b"]],
    ["[[a] ] [[b]c]] [a]] [[d", []],
    ["[[a[b]] [[c", []],
    ["[[a]b]] [[c]]", ["c"]],
    ["[[größe]] [[🌊 tide]] [[__proto__]]", ["größe", "🌊 tide", "__proto__"]],
    ["[a](b) [a][b] plain", []],
  ])("are the wikilinks of %j", (body, backlinks) => {
    expect(backlinksOf(body)).toEqual(backlinks);
  });

  it("are found without delay in a body whose brackets never close", () => {
    expect(backlinksOf(`[[${"a".repeat(300_000)}`)).toEqual([]);
  });
});
