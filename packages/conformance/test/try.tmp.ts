import { writeFileSync } from "node:fs";
import { formatHtml, formatJUnit, formatText } from "@knowledge-base/conformance";
import { runForm } from "./second-service-conformance/run-form.ts";
const names = ["index-ignores-pins","archive-truncates-body","archive-hides-from-search-only","page-version-as-text","entry-status-left-out","summary-not-truncated","update-resets-omitted-flags","update-is-not-stored","unbind-disables-others","channels-with-any-key","index-with-foreign-key","state-never-expires","error-timestamp-left-out","error-path-with-query","error-404-as-html","limit-ignored","deprecation-includes-pins","disabled-bindings-deliver","binding-flag-as-number","oauth-start-returns-201"] as const;
const r = await runForm("full", { violations: [...names] });
writeFileSync("/tmp/bad.txt", formatText(r)); writeFileSync("/tmp/bad.json", JSON.stringify(r, null, 1)); writeFileSync("/tmp/bad.xml", formatJUnit(r)); writeFileSync("/tmp/bad.html", formatHtml(r));
