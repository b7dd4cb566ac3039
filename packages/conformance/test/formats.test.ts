import {
  type CaseStatus,
  type ConformanceReport,
  type ConformanceResult,
  formatJUnit,
  formatText,
} from "@knowledge-base/conformance";
import { describe, expect, it } from "vitest";

function result(status: CaseStatus, message: string): ConformanceResult {
  const title = `has the status ${status}`;
  return {
    id: `group/${status}`,
    group: "Group",
    title,
    section: "4.4",
    level: status === "differs" ? "choice" : "required",
    sentences: [],
    needs: {},
    status,
    message,
  };
}

const report: ConformanceReport = {
  baseUrl: "https://kb.example.com/?a&b",
  write: true,
  conforms: false,
  counts: { passed: 1, failed: 1, differs: 1, notChecked: 1, error: 0 },
  results: [
    result("passed", ""),
    result("failed", `answered "<b>\u0000\ud800&amp;'\n`),
    result("differs", "answered 403]]>"),
    result("notChecked", "needs the record slug"),
  ],
};

const nothingChecked: ConformanceReport = {
  baseUrl: "https://kb.example.com",
  write: false,
  conforms: false,
  counts: { passed: 0, failed: 0, differs: 0, notChecked: 1, error: 0 },
  results: [result("notChecked", "needs a slug other than \u001b[2J")],
};

describe("a report as JUnit XML", () => {
  it("is no success if nothing passed and nothing failed", () => {
    expect(formatJUnit(nothingChecked)).toBe(
      [
        '<?xml version="1.0" encoding="UTF-8"?>\n',
        '<testsuites name="Conformance of https://kb.example.com" tests="2" failures="0" skipped="1" errors="1">',
        '<testsuite name="Group" tests="1" failures="0" skipped="1" errors="0">',
        '<testcase classname="Group" name="has the status notChecked (group/notChecked)">',
        '<skipped message="needs a slug other than \ufffd[2J"/></testcase></testsuite>',
        '<testsuite name="Conformance" tests="1" failures="0" skipped="0" errors="1">',
        '<testcase classname="Conformance" name="passes a case of the suite">',
        '<error message="Nothing was checked"/></testcase></testsuite></testsuites>\n',
      ].join(""),
    );
  });

  it("escapes what XML forbids, and skips what was not checked", () => {
    expect(formatJUnit(report)).toBe(
      [
        '<?xml version="1.0" encoding="UTF-8"?>\n',
        '<testsuites name="Conformance of https://kb.example.com/?a&#38;b" tests="4" failures="1" skipped="1" errors="0">',
        '<testsuite name="Group" tests="4" failures="1" skipped="1" errors="0">',
        '<testcase classname="Group" name="has the status passed (group/passed)"/>',
        '<testcase classname="Group" name="has the status failed (group/failed)">',
        '<failure message="answered &#34;&#60;b&#62;\ufffd\ufffd&#38;amp;&#39;&#10;" type="section 4.4, Prompt index"/></testcase>',
        '<testcase classname="Group" name="has the status differs (group/differs)">',
        "<system-out>Chose otherwise, which is no failure: answered 403]]&#62;</system-out></testcase>",
        '<testcase classname="Group" name="has the status notChecked (group/notChecked)">',
        '<skipped message="needs the record slug"/></testcase>',
        "</testsuite></testsuites>\n",
      ].join(""),
    );
  });
});

describe("a report as text", () => {
  it("shows every case, then each that did not pass with its reason", () => {
    expect(formatText(report)).toBe(`Conformance of https://kb.example.com/?a&b (with requests that change records)

Group
  ✓ has the status passed
  ✗ has the status failed
  ≠ has the status differs
  ○ has the status notChecked

✗ Failed: the specification requires something else
  group/failed (section 4.4, Prompt index)
    expected: has the status failed
    but: answered "<b>\\u0000\\ud800&amp;'\\u000a

≠ Chose otherwise: the specification leaves this open, so it is no failure
  group/differs (section 4.4, Prompt index)
    expected: has the status differs
    but: answered 403]]>

○ Not checked
  needs the record slug:
    group/notChecked

Failed most: section 4.4, Prompt index (1)

Does not conform: 1 passed, 1 failed, 1 chose otherwise, 1 not checked, 0 not completed`);
  });

  it("says that nothing was checked, or that nothing passed, and that neither is a success", () => {
    const paint = (status: CaseStatus, shown: string) => `<${status}>${shown}</>`;
    const text = formatText(nothingChecked, { paint });
    expect(text).toContain("<failed>Nothing was checked</>: 0 passed, 0 failed, 0 chose otherwise, 1 not checked");
    expect(text).toContain("  needs a slug other than \\u001b[2J:\n    group/notChecked");
    const counts = { passed: 0, failed: 0, differs: 1, notChecked: 0, error: 0 };
    const different = { ...nothingChecked, counts, results: [result("differs", "answered 403")] };
    expect(formatText(different, { paint })).toContain("<failed>Nothing passed</>: 0 passed");
  });

  it("colors with the function paint", () => {
    const text = formatText(report, { paint: (status, shown) => `<${status}>${shown}</>` });
    expect(text).toContain("<passed>  ✓ has the status passed</>");
    expect(text).toContain("<failed>Does not conform</>: 1 passed");
  });
});
