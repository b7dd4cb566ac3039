import { formatHtml } from "@knowledge-base/conformance";
import { describe, expect, it, onTestFinished } from "vitest";
import { hostileText, sampleReport } from "../sample-report.ts";

/** Shows the report in a frame of a width. */
async function openReport(width: number): Promise<Document> {
  const frame = document.createElement("iframe");
  frame.style.width = `${width}px`;
  frame.srcdoc = formatHtml(sampleReport);
  const loaded = new Promise((resolve) => frame.addEventListener("load", resolve));
  document.body.append(frame);
  onTestFinished(() => frame.remove());
  await loaded;
  if (!frame.contentDocument) throw new Error("The frame has no document");
  return frame.contentDocument;
}

describe("a report as HTML, in a page", () => {
  it.each([390, 1280])("fits into a width of %i pixels", async (width) => {
    const report = await openReport(width);
    expect(report.documentElement.scrollWidth).toBeLessThanOrEqual(width);
  });

  it("shows a hostile body as text", async () => {
    const report = await openReport(390);
    expect(report.scripts).toHaveLength(0);
    expect(report.querySelector("details pre:last-of-type")?.textContent).toContain(hostileText.slice(0, 25));
  });

  it("has every common cause and the result of every case, of which the first failure of each cause is open", async () => {
    const report = await openReport(390);
    const { results, commonCauses } = sampleReport;
    expect(report.querySelectorAll(".results > li")).toHaveLength(results.length + commonCauses.length);
    expect(report.querySelectorAll("details[open]")).toHaveLength(3);
  });
});
