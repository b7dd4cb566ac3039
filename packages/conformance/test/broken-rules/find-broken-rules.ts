import { brokenRules } from "./broken-rules.ts";
import { findFailingCases } from "./find-failing-cases.ts";

// Breaks the rules of the server one at a time, and prints the cases of the suite that fail.
let missed = 0;
for (const rule of brokenRules) {
  const cases = await findFailingCases(rule);
  const isFound = cases.includes(rule.foundBy);
  if (!isFound) missed += 1;
  process.stdout.write(`${isFound ? "found" : "MISSED"}: ${rule.name}\n  by ${cases.join(", ") || "no case"}\n`);
}
process.stdout.write(`${brokenRules.length - missed} of ${brokenRules.length} broken rules found\n`);
process.exitCode = missed === 0 ? 0 : 1;
