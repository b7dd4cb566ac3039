import type { Page } from "playwright";
import { expect, it } from "vitest";
import { findAxeProblems } from "../../../../scripts/test/find-axe-problems.ts";
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

/** Opens the inspector of a server that has something to show in each panel, and then some of its panels in turn. */
async function* panelsOf(
  options: Parameters<typeof openInspector>[0],
  shown = addresses,
): AsyncGenerator<[address: string, page: Page]> {
  const { page, kb, server, client } = await openInspector(options);
  const brainId = "brain_operations";
  await kb.promptIndex.get({ brainId });
  await client("kb_of_nobody").promptIndex.get({ brainId }).safe();
  await kb.oauth.start({ brainId });
  server.control.bindings.update({ brainId, bindingId: "binding_yard", status: "active" });
  server.control.brains.reportConnection({ brainId, slugs: ["energy-per-crossing", "battery-lifetime"] });
  server.control.pages.compile({ brainId, slug: "energy-per-crossing" });
  server.faults.add({ kind: "latency", latency: 100 });
  for (const address of shown) {
    await goTo(page, address);
    // Until the panel has asked for what it shows.
    await page.waitForTimeout(100);
    await page.locator("[aria-busy=true]").first().waitFor({ state: "detached" });
    yield [address, page];
  }
}

/** Waits until the page has handled what happened before. Runs in the page. */
function waitForRendering(): Promise<unknown> {
  return new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
}

it.each([
  ["light", 1280],
  ["dark", 360],
] as const)("the inspector, %s and %i pixels wide, has no findings of axe", async (colorScheme, width) => {
  const viewport = { width, height: 800 };
  for await (const [address, page] of panelsOf({ colorScheme, viewport, bypassCSP: true })) {
    expect(await findAxeProblems(page), address).toEqual([]);
  }
});

it("the inspector fits screens of any width", async () => {
  for await (const [address, page] of panelsOf({})) {
    for (const width of [360, 768, 1280]) {
      const place = `${address}, ${width} pixels wide`;
      await page.setViewportSize({ width, height: 800 });
      await page.evaluate(waitForRendering);
      const excess = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
      expect(excess, place).toBeLessThanOrEqual(0);
      const cut = await page.evaluate(
        () =>
          Array.from(document.querySelectorAll("main button, main input, main a.close")).filter((element) => {
            const { left, right, width: size } = element.getBoundingClientRect();
            const isScrolled = element.closest(".scroll") !== null;
            return size > 1 && !isScrolled && element.checkVisibility() && (left < 0 || right > window.innerWidth);
          }).length,
      );
      expect(cut, place).toBe(0);
    }
  }
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

it("the inspector does not hide a failure below the button that closes it", async () => {
  const { page } = await openInspector({ at: "requests/request_99", expected: [/Failed to load resource/] });
  const failure = await page.locator(".details .failure").boundingBox();
  const close = await page.locator(".close").boundingBox();
  expect((failure?.x ?? 0) + (failure?.width ?? 0)).toBeLessThanOrEqual(close?.x ?? 0);
});
