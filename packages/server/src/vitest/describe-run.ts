import type { ReferenceServer } from "../reference-server.ts";
import { describeFault } from "./describe-fault.ts";
import type { UnusedFault } from "./watch-faults.ts";

const shownRequests = 5;

/** Tells which planned faults were not used, what a server saw last, and how to see the same again. */
export function describeRun({ journal, randomSeed }: ReferenceServer, unused: readonly UnusedFault[]): string {
  const entries = journal.entries();
  const last = entries.slice(-shownRequests);
  return [
    ...(unused.length > 0 ? ["Planned faults that did not happen as often as planned:"] : []),
    ...unused.map((fault) => `  ${describeFault(fault)}`),
    requestsTitle(entries.length),
    ...last.map((entry) => `  ${journal.explain(entry)}`),
    `The run repeats with randomSeed ${JSON.stringify(randomSeed)}.`,
  ].join("\n");
}

function requestsTitle(requests: number): string {
  if (requests === 0) return "The server received no request.";
  const last = requests > shownRequests ? `last ${shownRequests} of ${requests} ` : "";
  return `The ${last}requests by the end of the test:`;
}
