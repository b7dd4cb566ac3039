import { formatHtml } from "@knowledge-base/conformance";
import { describe, expect, it } from "vitest";
import { emptyReport, hostileText, sampleReport } from "./sample-report.ts";

describe("a report as HTML", () => {
  const page = formatHtml(sampleReport);

  it("shows what a response contains as text", () => {
    expect(page).not.toContain(hostileText);
    expect(page).not.toMatch(/<script|\p{Bidi_Control}|(?!\n)\p{Cc}/u);
    expect(page).toContain(
      "&#60;script&#62;alert(1)&#60;/script&#62;&#34;&#39;&#38;\\u0000\ufffd\\u001b[2J\\u202e]]&#62;",
    );
  });

  it("is a single file without scripts, which loads nothing", () => {
    expect(page).toContain(`content="default-src 'none'; style-src 'unsafe-inline'"`);
    expect(page).not.toMatch(/\b(src|href)="(?!#)/);
    expect(page).not.toMatch(/url\(|@import/);
  });

  it("shows the sentence, the request and the response of a failure", () => {
    expect(page).toContain("<blockquote>All operations return the same error body for 400, 401 and 404.</blockquote>");
    expect(page).toContain("<pre>GET https://kb.example.com/v1/x\nx-api-key: [redacted]</pre>");
    expect(page).toContain("<pre>Status 404\ncontent-type: text/html\n\n");
  });

  it("orders the results by section, and links the cases of a common cause", () => {
    const headings = [...page.matchAll(/<h2>(.*?)<\/h2>/g)].map(([, heading]) => heading);
    expect(headings).toEqual([
      "Failures with a common cause",
      "To check more cases",
      "Section 2.10",
      "4.4 Prompt index",
    ]);
    const targets = [...page.matchAll(/href="#(.*?)"/g)].map(([, target]) => target);
    expect(targets).toEqual(["case-group-error", "case-group-failed", "case-group-also"]);
    for (const target of targets) expect(page.split(`id="${target}"`)).toHaveLength(2);
  });

  it("says why the run did not succeed", () => {
    expect(page).toContain('<p class="conclusion failed">Interrupted. The result is not known</p>');
    expect(page).toContain("The records of the setup were not removed:</strong> no connection");
    expect(formatHtml(emptyReport)).toContain("Nothing was checked");
  });
});
