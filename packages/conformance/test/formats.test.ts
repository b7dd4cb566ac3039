import { type CaseStatus, formatJUnit, formatText } from "@knowledge-base/conformance";
import { describe, expect, it } from "vitest";
import { emptyReport, sampleReport, sampleResult } from "./sample-report.ts";

describe("a report as JUnit XML", () => {
  it("is no success if nothing passed and nothing failed", () => {
    expect(formatJUnit(emptyReport)).toBe(
      [
        '<?xml version="1.0" encoding="UTF-8"?>\n',
        '<testsuites name="Conformance of https://kb.example.com" tests="2" failures="0" skipped="1" errors="1">',
        '<testsuite name="Group" tests="1" failures="0" skipped="1" errors="0">',
        '<testcase classname="Group" name="has the status notChecked (group/notChecked)">',
        '<skipped message="needs a slug other than \ufffd[2J"/></testcase></testsuite>',
        '<testsuite name="Conformance" tests="1" failures="0" skipped="0" errors="1">',
        '<testcase classname="Conformance" name="has a successful conclusion">',
        '<error message="Nothing was checked"/></testcase></testsuite></testsuites>\n',
      ].join(""),
    );
  });

  it("escapes what XML forbids, and skips what was not checked and what is known", () => {
    expect(formatJUnit(sampleReport)).toBe(
      [
        '<?xml version="1.0" encoding="UTF-8"?>\n',
        '<testsuites name="Conformance of https://kb.example.com/?a&#38;b" tests="9" failures="3" skipped="3" errors="1">',
        '<testsuite name="Group" tests="9" failures="3" skipped="3" errors="1">',
        '<testcase classname="Group" name="has the status passed (group/passed)"/>',
        '<testcase classname="Group" name="has the status failed (group/failed)">',
        '<failure message="GET /v1/x returned no statusCode. The body: ',
        "&#60;script&#62;alert(1)&#60;/script&#62;&#34;&#39;&#38;\ufffd\ufffd\ufffd[2J&#8238;]]&#62;",
        '" type="section 4.4, Prompt index"/></testcase>',
        '<testcase classname="Group" name="has the status failed (group/also)">',
        '<failure message="also" type="section 4.4, Prompt index"/></testcase>',
        '<testcase classname="Group" name="has the status failed (group/alone)">',
        '<failure message="the order is wrong" type="section 2.10"/></testcase>',
        '<testcase classname="Group" name="has the status failed (group/known)">',
        '<skipped message="Known deviation (fixed soon): as ever"/></testcase>',
        '<testcase classname="Group" name="has the status error (group/error)">',
        '<error message="The case was not completed: connection refused"/></testcase>',
        '<testcase classname="Group" name="has the status differs (group/differs)">',
        "<system-out>Different from a choice, which is not a failure: responded with 403]]&#62;</system-out></testcase>",
        '<testcase classname="Group" name="has the status notChecked (group/notChecked)">',
        '<skipped message="needs a pinned page"/></testcase>',
        '<testcase classname="Group" name="has the status notChecked (group/missing)">',
        '<skipped message="needs the record slug"/></testcase>',
        "</testsuite></testsuites>\n",
      ].join(""),
    );
  });
});

describe("a report as text", () => {
  it("shows every case, failures by their common cause, and what would enable other cases", () => {
    expect(
      formatText(sampleReport),
    ).toBe(`Conformance of https://kb.example.com/?a&b (with requests that change records)

Group
  ✓ has the status passed
  ✗ has the status failed
  ✗ has the status failed
  ✗ has the status failed
  ✗ has the status failed (known: fixed soon)
  ! has the status error
  ≠ has the status differs
  ○ has the status notChecked
  ○ has the status notChecked

✗ Failed: the specification requires different behavior
  2 cases: returned no statusCode
    group/failed (required, section 4.4, Prompt index)
      expected: has the status failed
      but: GET /v1/x returned no statusCode. The body: <script>alert(1)</script>"'&\\u0000\\ud800\\u001b[2J\\u202e]]>
    also: group/also
  group/alone (required, section 2.10)
    expected: has the status failed
    but: the order is wrong

✗ Known deviations
  group/known: failed (fixed soon)

! Not completed: there is no result
  group/error (required, section 4.4, Prompt index)
    expected: has the status error
    but: The case was not completed: connection refused

≠ Different from this project: the specification leaves the behavior open, so this is not a failure
  group/differs (choice, section 4.4, Prompt index)
    expected: has the status differs
    but: responded with 403]]>

○ Not checked
  needs a pinned page:
    group/notChecked

○ To check more cases
  the record slug would enable 1 case, and 1 together with others:
    group/missing
  the control notify would enable 1 together with others:
    group/others
  --write would enable 6 cases:
    a, b, c, d, e, …

Interrupted at group/error: connection refused

The records of the setup were not removed: no connection

Interrupted. The result is not known. 1 passed, 4 failed, 1 differs, 2 not checked, 1 not completed.`);
  });

  it("says that nothing was checked, or that nothing passed, and that neither is a success", () => {
    const paint = (status: CaseStatus, shown: string) => `<${status}>${shown}</>`;
    const text = formatText(emptyReport, { paint });
    expect(text).toContain("<failed>Nothing was checked.</> 0 passed, 0 failed, 0 differ, 1 not checked");
    expect(text).toContain("  needs a slug other than \\u001b[2J:\n    group/notChecked");
    const counts = { passed: 0, failed: 0, differs: 1, notChecked: 0, error: 0 };
    const different = { ...emptyReport, counts, results: [sampleResult("differs", { message: "responded with 403" })] };
    expect(formatText(different, { paint })).toContain("<failed>Nothing passed.</> 0 passed");
  });

  it("colors with the function paint", () => {
    const text = formatText(sampleReport, { paint: (status, shown) => `<${status}>${shown}</>` });
    expect(text).toContain("<passed>  ✓ has the status passed</>");
    expect(text).toContain("<failed>Interrupted. The result is not known.</> 1 passed");
  });
});
