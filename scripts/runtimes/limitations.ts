/** Checks that cannot pass in some rows, whatever the packages do. */
export interface Limitation {
  /** Names of the checks. */
  readonly checks: readonly string[];
  /** Ids of the rows in which they fail. */
  readonly rows: readonly string[];
  /** What happens there, and why, in Markdown. */
  readonly reason: string;
  /** What users of these rows can do, in Markdown. */
  readonly workaround: string;
}

/** A run fails if one of these checks passes, because the limitation is gone then. */
export const limitations: readonly Limitation[] = [
  {
    checks: ["new", "kept"].map((state) => `an unsafe request is sent once if a ${state} connection is reset`),
    rows: ["deno"],
    reason:
      "If the service resets a connection before it responds, `fetch` sends the request again. The first request may have had " +
      "its effect.",
    workaround: "[Send bodies as streams](retries-timeouts-and-deadlines.md#requests-that-fetch-sends-twice).",
  },
  {
    checks: ["an unsafe request is sent once if a kept connection is reset"],
    rows: ["chromium", "firefox"],
    reason:
      "If the service resets a connection that was kept open, `fetch` sends the request again over a new connection. The first " +
      "request may have had its effect.",
    workaround: "Browsers have no setting for it. Call the service from your own server.",
  },
  {
    checks: ["an unsafe request is sent once if its status is 421"],
    rows: ["node-22", "node-24", "node-26", "chromium", "firefox"],
    reason:
      "`fetch` sends a request again if the response has the status 421, which means that it was sent over the wrong " +
      "connection. The fetch standard allows this.",
    workaround: "Nothing: a server that responds with 421 has not processed the request.",
  },
  {
    checks: ["the entries for msw and Vitest with node10"],
    rows: ["typescript-5.5", "typescript-5.6", "typescript-5.7", "typescript-5.8", "typescript-5.9", "typescript-6.0"],
    reason: "The declarations of msw and Vitest import modules that the resolution `node10` cannot find.",
    workaround: "Use another resolution, or set `skipLibCheck`.",
  },
  {
    checks: ["node16", "nodenext", "bundler"].map((name) => `the entries for msw and Vitest with ${name}`),
    rows: ["typescript-5.5", "typescript-5.6"],
    reason: "The declarations of msw 3 need TypeScript 5.7.",
    workaround: "Use TypeScript 5.7, or set `skipLibCheck`.",
  },
  {
    checks: ["the entries", "the entries for msw and Vitest", "the MCP server, with the types of Node"].map(
      (title) => `${title} with node10`,
    ),
    rows: ["typescript-7.0"],
    reason: "TypeScript 7 has no resolution `node10`.",
    workaround: "Use `bundler`, `node16` or `nodenext`.",
  },
];
