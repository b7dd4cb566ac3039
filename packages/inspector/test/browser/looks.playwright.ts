import type { Page } from "playwright";
import { describe, expect, it } from "vitest";
import { findAxeProblems } from "../../../../scripts/test/find-axe-problems.ts";
import { measureContrasts } from "../../../../scripts/test/measure-contrasts.ts";
import { goTo, useInspector } from "./open-inspector.ts";

const { openInspector } = useInspector();
const brainPath = "state/org_harbour_line/brains/brain_operations";
const addresses = [
  "requests",
  "requests/request_1",
  "state",
  "state/org_harbour_line",
  "state/org_harbour_line/installations/installation_harbour_line",
  `${brainPath}/pages`,
  `${brainPath}/pages/energy-per-crossing`,
  `${brainPath}/index`,
  `${brainPath}/bindings`,
  "deliveries",
  "actions",
  "try",
  "try/bindings.update",
];

/** Opens the inspector of a server that has something to show in each panel, and then each panel in turn. */
async function* panelsOf(options: Parameters<typeof openInspector>[0]): AsyncGenerator<[address: string, page: Page]> {
  const { page, kb, server, client } = await openInspector(options);
  const brainId = "brain_operations";
  await kb.promptIndex.get({ brainId });
  await client("kb_of_nobody").promptIndex.get({ brainId }).safe();
  await kb.oauth.start({ brainId });
  server.control.bindings.update({ brainId, bindingId: "binding_yard", status: "active" });
  server.control.brains.reportConnection({ brainId, slugs: ["energy-per-crossing", "battery-lifetime"] });
  server.control.pages.compile({ brainId, slug: "energy-per-crossing" });
  server.faults.add({ kind: "latency", latency: 100 });
  for (const address of addresses) {
    await goTo(page, address);
    await page.waitForTimeout(400);
    yield [address, page];
  }
}

describe.each(["light", "dark"] as const)("the inspector, %s", (colorScheme) => {
  it.each([360, 1280])("has no findings of axe and enough contrast, %i pixels wide", async (width) => {
    const viewport = { width, height: 800 };
    for await (const [address, page] of panelsOf({ colorScheme, viewport, bypassCSP: true })) {
      expect(await findAxeProblems(page), address).toEqual([]);
      const ratios = Object.entries(await page.evaluate(measureContrasts, "body *:not(:disabled)"));
      expect(
        ratios.filter(([, ratio]) => ratio < 4.5),
        address,
      ).toEqual([]);
    }
  });
});

describe.each([360, 390, 768, 1024, 1280, 1920])("the inspector, %i pixels wide", (width) => {
  it("fits the screen", async () => {
    for await (const [address, page] of panelsOf({ viewport: { width, height: 800 } })) {
      const excess = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
      expect(excess, address).toBeLessThanOrEqual(0);
      const cut = await page.evaluate(
        () =>
          Array.from(document.querySelectorAll("main button, main input, main a.close")).filter((element) => {
            const { left, right, width: size } = element.getBoundingClientRect();
            return size > 1 && element.checkVisibility() && (left < 0 || right > window.innerWidth);
          }).length,
      );
      expect(cut, address).toBe(0);
    }
  });
});

it("the inspector shows where the focus is", async () => {
  const { page } = await openInspector({ at: "actions" });
  for (let stop = 0; stop < 25; stop += 1) {
    await page.keyboard.press("Tab");
    const outline = await page.evaluate(() => {
      const element = document.activeElement;
      const shown = element?.closest("label.button") ?? element;
      return shown && [shown.outerHTML, getComputedStyle(shown).outlineStyle];
    });
    expect(outline?.[1], `stop ${stop}: ${outline?.[0]}`).toBe("solid");
  }
});

it("the inspector does not move if the user wants less motion", async () => {
  const { page } = await openInspector({ at: "actions", reducedMotion: "reduce" });
  const durations = await page.evaluate(() =>
    Array.from(document.querySelectorAll("*"), (element) => getComputedStyle(element).transitionDuration),
  );
  expect(new Set(durations)).toEqual(new Set(["0s"]));
});

it("the inspector has targets that a finger can hit", async () => {
  for await (const [address, page] of panelsOf({
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
  })) {
    const small = await page.evaluate(() =>
      Array.from(
        document.querySelectorAll<HTMLElement>("button, select, label.button, nav a, .close, summary"),
      ).flatMap((element) => {
        const { width, height } = element.getBoundingClientRect();
        const isShown = element.checkVisibility() && width > 1;
        return isShown && Math.round(height) < 44 ? [`${element.outerHTML.slice(0, 80)}: ${height}`] : [];
      }),
    );
    expect(small, address).toEqual([]);
  }
});

it("the avatar of each delivery has its letters in its middle", async () => {
  for await (const [address, page] of panelsOf({})) {
    if (address !== "deliveries") continue;
    const contents = await page
      .locator(".avatar")
      .evaluateAll((avatars) => avatars.map((avatar) => getComputedStyle(avatar, "::before").content));
    expect(new Set(contents)).toEqual(new Set(["none"]));
  }
});

it("the inspector does not hide a failure below the button that closes it", async () => {
  const { page } = await openInspector({ at: "requests/request_99", expected: [/Failed to load resource/] });
  const failure = await page.locator(".details .failure").boundingBox();
  const close = await page.locator(".close").boundingBox();
  expect((failure?.x ?? 0) + (failure?.width ?? 0)).toBeLessThanOrEqual(close?.x ?? 0);
});
