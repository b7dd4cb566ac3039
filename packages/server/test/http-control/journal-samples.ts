import { type Prepare, rejectedRequest } from "./situations.ts";

type Prepared = Parameters<Prepare<unknown>>;

const afterRequest: Prepare<undefined> = async (...prepared) => void (await rejectedRequest(...prepared));

/** Calls of the commands of the journal. */
export const journalSamples = {
  "journal/entries": {
    async argument(...prepared: Prepared) {
      await rejectedRequest(...prepared);
      return { operation: "promptIndex.get", reason: "validation", status: 400 } as const;
    },
    rejected: { invalid_input: () => ({ status: "400" }) },
  },
  "journal/summaries": {
    async argument(...prepared: Prepared) {
      await rejectedRequest(...prepared);
      return { reason: "validation", last: 1 } as const;
    },
    rejected: { invalid_input: () => ({ last: 0 }) },
  },
  "journal/get": {
    parameter: "id",
    argument: async (...prepared: Prepared) => (await rejectedRequest(...prepared)).id,
    rejected: { not_found: () => "request_0", invalid_input: () => 1 },
  },
  "journal/waitFor": {
    async argument(...prepared: Prepared) {
      await rejectedRequest(...prepared);
      return { operation: "promptIndex.get", reason: "validation", timeout: 0 } as const;
    },
    rejected: {
      timeout: () => ({ input: { brainId: "brain_moon" }, timeout: 1 }),
      invalid_input: () => ({ timeout: -1, input: "brain_tides" }),
    },
  },
  "journal/stats": { argument: afterRequest, rejected: {} },
  "journal/explain": {
    parameter: "entry",
    argument: rejectedRequest,
    rejected: { invalid_input: () => ({ at: 1, surplus: true }) },
  },
  "journal/clear": { argument: afterRequest, rejected: {} },
};
