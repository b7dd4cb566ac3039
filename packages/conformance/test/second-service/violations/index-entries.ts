import type { PageRecord } from "../database/page-record.ts";
import { changeFields } from "../rules/change-fields.ts";
import type { RuleChange } from "../rules/rule-change.ts";
import { takeCharacters } from "../rules/take-characters.ts";
import type { Violation } from "./violation.ts";

function entry(sentence: string, change: (page: PageRecord) => object): Violation {
  return {
    section: "2.4",
    sentence,
    change: changeFields("indexEntry", change),
  };
}

function truncation(summarize: (summary: string, page: PageRecord) => string): Omit<Violation, "needs"> {
  const change: RuleChange = () => ({ summarize });
  return {
    section: "8",
    sentence: "IndexEntry.summary is truncated to 160 characters",
    change,
  };
}

/** Violations of section 2.4 and of the truncation in section 8. */
export const indexEntries = {
  "entry-status-left-out": entry("status: enum, required", () => ({ status: undefined })),
  "entry-status-always-active": {
    ...entry("status: Same values as Page.status", () => ({ status: "active" })),
    needs: "a stale or contested page",
  },
  "entry-pinned-as-text": entry("pinned: boolean", ({ pinned }) => ({ pinned: String(pinned) })),
  "entry-pinned-always-true": entry("pinned: boolean", () => ({ pinned: true })),
  "entry-type-is-bucket": entry("pageType: Same values as Page.pageType", ({ bucket }) => ({ pageType: bucket })),
  "entry-title-is-slug": entry("title: Human-readable title", ({ slug }) => ({ title: slug })),
  "entry-slug-is-path": entry("slug: URL-safe identifier", ({ slug }) => ({ slug: `pages/${slug}` })),
  "entry-summary-null-if-short": entry("summary: string, required", ({ summary }) => ({
    summary: summary.length > 20 ? summary : null,
  })),

  "summary-not-truncated": { ...truncation((summary) => summary), needs: "a long summary" },
  "summary-of-161": { ...truncation((summary) => takeCharacters(summary, 161)), needs: "a long summary" },
  "summary-of-100": { ...truncation((summary) => takeCharacters(summary, 100)), needs: "a long summary" },
  "summary-with-dots-after-160": {
    ...truncation((summary) => (summary.length > 160 ? `${summary.slice(0, 160)}...` : summary)),
    needs: "a long summary",
  },
  "summary-without-spaces": {
    ...truncation((summary) => summary.replaceAll(" ", "").slice(0, 160)),
    needs: "a long summary",
  },
  "summary-not-truncated-if-pinned": {
    ...truncation((summary, { pinned }) => (pinned ? summary : summary.slice(0, 160))),
    needs: "a pinned page with a long summary",
  },
  "summary-of-160-bytes": {
    ...truncation((summary) =>
      Buffer.from(summary)
        .subarray(0, 160)
        .toString()
        .replace(/\uFFFD$/, ""),
    ),
    needs: "a long summary with characters outside of ASCII",
  },
  "summary-ends-inside-a-character": {
    ...truncation((summary) => (summary.length > 160 ? `${summary.slice(0, 159)}${"🚀"[0]}` : summary)),
    needs: "a long summary with emoji, cut at half of one",
  },
} satisfies Readonly<Record<string, Violation>>;
