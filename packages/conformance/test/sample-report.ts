import type { CaseStatus, ConformanceReport, ConformanceResult } from "@knowledge-base/conformance";

/** A text that does harm if it is not escaped. */
export const hostileText = `<script>alert(1)</script>"'&\u0000\ud800\u001b[2J\u202e]]>`;

/** Creates a result whose id ends with its status, unless another name is given. */
export function sampleResult(status: CaseStatus, changes: Partial<ConformanceResult> = {}): ConformanceResult {
  return {
    id: `group/${status}`,
    group: "Group",
    title: `has the status ${status}`,
    section: "4.4",
    level: status === "differs" ? "choice" : "required",
    sentences: [],
    needs: {},
    status,
    message: "",
    ...changes,
  };
}

/** A report with every status, a common cause, a known deviation and an interruption. */
export const sampleReport: ConformanceReport = {
  baseUrl: "https://kb.example.com/?a&b",
  write: true,
  conclusion: "interrupted",
  conforms: false,
  succeeded: false,
  counts: { passed: 1, failed: 4, differs: 1, notChecked: 2, error: 1 },
  interruption: { caseId: "group/error", reason: "connection refused" },
  commonCauses: [{ problem: "returned no statusCode", cases: ["group/failed", "group/also"] }],
  missingNeeds: [
    { kind: "record", name: "slug", enables: ["group/missing"], helps: ["group/others"] },
    { kind: "control", name: "notify", enables: [], helps: ["group/others"] },
    { kind: "write", name: "write", enables: ["a", "b", "c", "d", "e", "f"], helps: [] },
  ],
  removalProblem: "no connection",
  results: [
    sampleResult("passed"),
    sampleResult("failed", {
      message: `GET /v1/x returned no statusCode. The body: ${hostileText}`,
      problem: "returned no statusCode",
      sentences: ["All operations return the same error body for 400, 401 and 404."],
      exchanges: [
        {
          request: {
            method: "GET",
            url: "https://kb.example.com/v1/x",
            headers: { "x-api-key": "[redacted]" },
            body: "",
          },
          response: { status: 404, headers: { "content-type": "text/html" }, body: hostileText },
        },
      ],
    }),
    sampleResult("failed", { id: "group/also", message: "also", problem: "returned no statusCode" }),
    sampleResult("failed", { id: "group/alone", section: "2.10", message: "the order is wrong", problem: "the order" }),
    sampleResult("failed", { id: "group/known", message: "as ever", knownDeviation: "fixed soon" }),
    sampleResult("error", { message: "The case was not completed: connection refused" }),
    sampleResult("differs", { message: "responded with 403]]>" }),
    sampleResult("notChecked", { message: "needs a pinned page" }),
    sampleResult("notChecked", {
      id: "group/missing",
      message: "needs the record slug",
      missing: { records: ["slug"] },
    }),
  ],
};

/** A report of a run in which nothing was checked. */
export const emptyReport: ConformanceReport = {
  baseUrl: "https://kb.example.com",
  write: false,
  conclusion: "nothingPassed",
  conforms: false,
  succeeded: false,
  counts: { passed: 0, failed: 0, differs: 0, notChecked: 1, error: 0 },
  commonCauses: [],
  missingNeeds: [],
  results: [sampleResult("notChecked", { message: "needs a slug other than \u001b[2J" })],
};
