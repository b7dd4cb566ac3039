import { describe, expect, it } from "vitest";
import { buildPage, buildState } from "./build-state.ts";
import { openServer } from "./open-server.ts";

const brainId = "brain_tides";

/** Returns the reasons for the positions of pages. */
function reasonsOf(...pages: readonly Parameters<typeof buildPage>[0][]): readonly string[] {
  const server = openServer({ seed: buildState({ pages: pages.map(buildPage) }) });
  return server.control.brains.rankPages({ brainId }).map(({ why }) => why);
}

describe("the reason for a position in the prompt index", () => {
  it.each([
    ["2026-06-26T06:05:31Z", "2026-06-26T05:20:31Z", "(26 June 06:05) than b (05:20)"],
    ["2026-06-26T06:05:31Z", "2026-06-26T06:05:30Z", "(26 June 06:05:31) than b (06:05:30)"],
    ["2026-06-26T06:05:31.002Z", "2026-06-26T06:05:31Z", "(26 June 06:05:31.002) than b (06:05:31.000)"],
    ["2026-06-26T06:05:31Z", "2026-02-03T06:05:31Z", "(26 June 06:05) than b (3 February 06:05)"],
    ["2026-06-26T06:05:31Z", "2025-06-26T06:05:31Z", "(26 June 2026) than b (26 June 2025)"],
    ["2026-06-26T01:00:00+02:00", "2026-06-25T22:00:00Z", "(25 June 23:00) than b (22:00)"],
  ])("compares the times %s and %s", (first, second, shown) => {
    const read = reasonsOf({ slug: "a", lastReferencedAt: first }, { slug: "b", lastReferencedAt: second });
    expect(read[0]).toBe(`Status active. Read more recently ${shown}`);
    const updated = reasonsOf({ slug: "a", updatedAt: first }, { slug: "b", updatedAt: second });
    expect(updated[0]).toBe(`Status active. Updated more recently ${shown}`);
  });

  it("names the first criterion in which the next page differs", () => {
    expect(
      reasonsOf(
        { slug: "a", pinned: true },
        { slug: "b", lastReferencedAt: "2026-03-01T00:00:00Z" },
        { slug: "c" },
        { slug: "d" },
        { slug: "e", lastReferencedAt: null },
        { slug: "f", status: "stale" },
        { slug: "g", status: "deprecated" },
      ),
    ).toEqual([
      "Pinned, status active. Before b, which is not pinned",
      "Status active. Read more recently (1 March 00:00) than c (2 February 00:00)",
      "Status active. Before d, whose slug comes later in the alphabet",
      "Status active. Before e, which was never read",
      "Status active. Before f, whose status is stale",
      "Status stale. No page follows",
      "Hidden, because its status is deprecated",
    ]);
  });
});
