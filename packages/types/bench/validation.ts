import { execFileSync } from "node:child_process";
import { contract } from "@knowledge-base/types";
import { findDifferences } from "@knowledge-base/types/internal";
import { compareCalls } from "../../../scripts/budgets/measure.ts";
import { entries, page } from "./sample-bodies.ts";

// CPU time of `JSON.parse` and validation together, relative to `JSON.parse` alone, with all schemas of the contract in use; then the same
// in a process without `new Function`.

const noEval = "--disallow-code-generation-from-strings";
const hasEval = !process.execArgv.includes(noEval);
const suffix = hasEval ? "" : "-without-eval";

for (const { success } of Object.values(contract)) {
  for (const value of [page, entries, [{ id: "C1", name: "bridge", isPrivate: false, isMember: true }], {}, null])
    for (let count = 0; count < 1000; count += 1) findDifferences(success.schema, value);
}

const pageText = JSON.stringify(page);
const parsePage = () => JSON.parse(pageText);
const { schema: pageSchema } = contract["pages.archive"].success;
await compareCalls(`types.page${suffix}`, () => findDifferences(pageSchema, parsePage()), parsePage, 1000);

const entriesText = JSON.stringify(entries);
const parseEntries = () => JSON.parse(entriesText);
const { schema: entriesSchema } = contract["promptIndex.get"].success;
await compareCalls(`types.entries${suffix}`, () => findDifferences(entriesSchema, parseEntries()), parseEntries, 1000);

if (hasEval) execFileSync(process.execPath, [noEval, ...process.execArgv, import.meta.filename], { stdio: "inherit" });
