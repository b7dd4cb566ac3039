import { demoSeed } from "@knowledge-base/server/demo";
import { describe, expect, it } from "vitest";
import { now, serverForms } from "./server-forms.ts";

const brainId = "brain_operations";
const slug = "weather-limits";

const { statusBeforeArchive: _, ...seeded } =
  demoSeed().pages?.find((page) => page.brainId === brainId && page.slug === slug) ?? {};

describe.each(serverForms)("pages.archive over %s", (_form, open) => {
  it("returns the whole page, archived", async () => {
    const { kb } = open();
    const page = await kb.pages.archive({ brainId, slug });
    expect(page).toEqual({ ...seeded, archived: true, status: "archived", updatedAt: now });
    expect(page.title).toBe("Weather limits: wind, fog, ice");
    expect(page.embedding).toHaveLength(1536);
  });

  it("hides the page from the prompt index", async () => {
    const { kb } = open();
    const before = await kb.promptIndex.get({ brainId });
    await kb.pages.archive({ brainId, slug });
    const after = await kb.promptIndex.get({ brainId });
    expect(before.map((entry) => entry.slug)).toContain(slug);
    expect(after).toEqual(before.filter((entry) => entry.slug !== slug));
  });

  it("returns the same page if it is archived already", async () => {
    const { kb } = open();
    const page = await kb.pages.archive({ brainId, slug });
    expect(await kb.pages.archive({ brainId, slug })).toEqual(page);
  });

  it("sends a request without a body", async () => {
    const { kb, requests, server } = open();
    await kb.pages.archive({ brainId, slug });
    expect(requests).toEqual([
      {
        method: "POST",
        url: `${server.baseUrl}/v1/brains/brain_operations/pages/weather-limits/archive`,
        headers: { accept: "application/json", "x-api-key": "kb_demo_harbour_line" },
        body: null,
      },
    ]);
  });
});
