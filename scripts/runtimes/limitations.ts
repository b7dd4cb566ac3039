/** A check that cannot pass in some rows, whatever the packages do. */
export interface Limitation {
  /** Name of the check. */
  readonly check: string;
  /** Ids of the rows in which it fails. */
  readonly rows: readonly string[];
  /** What happens there, and why, in Markdown. */
  readonly reason: string;
  /** What users of these rows can do, in Markdown. */
  readonly workaround: string;
}

/** A run fails if one of these checks passes, because the limitation is gone then. */
export const limitations: readonly Limitation[] = [
  {
    check: "an unsafe request is sent once if a kept connection is reset",
    rows: ["deno", "chromium", "firefox"],
    reason:
      "If the service resets a connection that was kept open, `fetch` sends the request again over a new connection. The first " +
      "request may have had its effect.",
    workaround:
      "In Deno, [use a new connection for each request](retries-timeouts-and-deadlines.md#requests-that-fetch-sends-twice). " +
      "Browsers have no setting for it: call the service from your own server.",
  },
  {
    check: "an unsafe request is sent once if its status is 421",
    rows: ["node-22", "node-24", "node-26", "chromium", "firefox"],
    reason:
      "`fetch` sends a request again if the response has the status 421, which means that it was sent over the wrong " +
      "connection. The fetch standard allows this.",
    workaround: "None is needed: a server that responds with 421 has not processed the request.",
  },
];
