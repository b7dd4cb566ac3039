import { allChecks } from "./all-checks.ts";
import type { CheckContext } from "./check.ts";
import { runChecks } from "./run-checks.ts";

// Runs the checks in a web page, and posts the results to the host that serves it.

const context: CheckContext = JSON.parse(new URLSearchParams(location.search).get("context") ?? "");
const results = await runChecks(allChecks, context);
await fetch("/results", { method: "POST", body: JSON.stringify(results) });
