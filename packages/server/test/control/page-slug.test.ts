import { describe, expect, it } from "vitest";
import { openServer } from "../open-server.ts";
import { send } from "../send.ts";

const brainId = "brain_tides";
const short = { brainId, title: "Neap tide", body: "The water is lazy." };

describe("the default slug of a page", () => {
  it.each([
    ["Neap tide", "neap-tide"],
    ["  Neap -- TIDE!  ", "neap-tide"],
    ["Über Größe", "uber-grosse"],
    ["Crème brûlée №5", "creme-brulee-no5"],
    ["ﬁne ½ 𝒜lpha", "fine-1-2-alpha"],
    ["Æblegrød på Øen", "aeblegrod-pa-oen"],
    ["Łódź, Þór & ŒUVRE", "lodz-thor-oeuvre"],
    ["İstanbul ΟΔΟΣ ısı", "istanbul-isi"],
    ["Привет мир", "page"],
    ["Привет, world!", "world"],
    ["潮の満ち引き", "page"],
    ["한글", "page"],
    ["x".repeat(80), "x".repeat(80)],
    ["Rope ".repeat(40_000), `${"rope-".repeat(15)}rope`],
    [`${"y".repeat(79)} and more`, "y".repeat(79)],
    ["e\u0301te\u0301", "ete"],
    ["🌊 tide 🌊", "tide"],
    ["a/b?c#d%2e..", "a-b-c-d-2e"],
    ["__proto__", "proto"],
    ["!!!", "page"],
    ["🌊🌊", "page"],
    ["..", "page"],
    ["\ud800", "page"],
  ])("is created from the title %j", async (title, slug) => {
    const server = openServer();
    expect(server.control.pages.create({ ...short, title })).toMatchObject({ title, slug });
    expect(await send(server, `POST /v1/brains/${brainId}/pages/${encodeURIComponent(slug)}/archive`)).toMatchObject({
      status: 201,
      body: { slug },
    });
  });

  it("has a number where it is taken, archived pages included", async () => {
    const server = openServer();
    const make = (title: string) => server.control.pages.create({ ...short, title }).slug;
    expect(make("Tide")).toBe("tide");
    await send(server, `POST /v1/brains/${brainId}/pages/tide/archive`);
    expect(make("tide!")).toBe("tide-2");
    expect(make("Tide 3")).toBe("tide-3");
    expect(make("TIDE")).toBe("tide-4");
    expect(make("???")).toBe("page");
    expect(make("!!!")).toBe("page-2");
  });

  it("is at most 80 characters long, without the number that makes it unique", () => {
    const { pages } = openServer().control;
    const slugs = [1, 2, 3].map((count) => pages.create({ ...short, title: `${"tide".repeat(20)}${count}` }).slug);
    expect(slugs).toEqual(["tide".repeat(20), `${"tide".repeat(20)}-2`, `${"tide".repeat(20)}-3`]);
  });

  it("may be that of a page of another brain", () => {
    const { pages } = openServer().control;
    expect(pages.create({ ...short, title: "Spring tide", brainId: "brain_ropes" }).slug).toBe("spring-tide");
    expect(pages.create({ ...short, title: "Spring tide" }).slug).toBe("spring-tide-2");
  });
});
