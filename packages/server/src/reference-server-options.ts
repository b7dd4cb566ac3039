import type { Clock } from "./clock.ts";
import type { Progress } from "./progress.ts";
import type { OnChange } from "./store/change-feed.ts";
import type { StateInput } from "./store/state-input.ts";

/** Options of {@link createReferenceServer}. */
export interface ReferenceServerOptions {
  /**
   * Base URL for clients and for the handlers of msw. It may have a path.
   *
   * @default "https://knowledge-base.test"
   *
   * @example
   * ```ts
   * import { createReferenceServer } from "@knowledge-base/server";
   * const server = createReferenceServer({ baseUrl: "https://kb.example.com/api" });
   * ```
   *
   * @see [Testing](../../../docs/guides/testing.md)
   */
  readonly baseUrl?: string | undefined;
  /**
   * Initial records, which a reset restores. Fields with a default can be omitted. If there is no organization, the server creates
   * one. If there is no API key, it creates one for its first organization.
   *
   * @default an empty state
   *
   * @example
   * ```ts
   * import { createReferenceServer } from "@knowledge-base/server";
   * const server = createReferenceServer({ seed: { version: 1, organizations: [{ id: "org_1" }] } });
   * ```
   *
   * @see [Test data](../../../docs/guides/test-data.md)
   */
  readonly seed?: StateInput | undefined;
  /**
   * An API key of visible ASCII characters that is valid initially and after each reset: `server.apiKey`. If the seed does not
   * contain it, the server adds it to its first organization.
   *
   * @default the first key of the seed, or one that the server creates
   *
   * @example
   * ```ts
   * import { createReferenceServer } from "@knowledge-base/server";
   * const server = createReferenceServer({ apiKey: "my-test-key" });
   * ```
   *
   * @see [Testing](../../../docs/guides/testing.md)
   */
  readonly apiKey?: string | undefined;
  /**
   * Seed of ids, nonces and the OAuth secret: the same seed repeats the same run.
   *
   * @default "knowledge-base"
   *
   * @example
   * ```ts
   * import { createReferenceServer } from "@knowledge-base/server";
   * const server = createReferenceServer({ randomSeed: "run 42" });
   * ```
   *
   * @see [Testing](../../../docs/guides/testing.md)
   */
  readonly randomSeed?: string | undefined;
  /**
   * Source of the time.
   *
   * @default the clock of the machine
   *
   * @example
   * ```ts
   * import { createReferenceServer } from "@knowledge-base/server";
   * const server = createReferenceServer({ clock: { now: () => Date.UTC(2026, 4, 4) } });
   * ```
   *
   * @see [Faults, clock and journal](../../../docs/guides/faults-clock-and-journal.md)
   */
  readonly clock?: Clock | undefined;
  /**
   * Delay of every response of `fetch` in milliseconds of real time, from 0 to 120,000. Latencies of faults are added. Controls are
   * not delayed.
   *
   * @default 0
   *
   * @example
   * ```ts
   * import { createReferenceServer } from "@knowledge-base/server";
   * const server = createReferenceServer({ latency: 100 });
   * ```
   *
   * @see [Faults, clock and journal](../../../docs/guides/faults-clock-and-journal.md)
   */
  readonly latency?: number | undefined;
  /**
   * Whether a body field that the specification does not define is rejected with 400. Otherwise it is ignored.
   *
   * @default false
   *
   * @example
   * ```ts
   * import { createReferenceServer } from "@knowledge-base/server";
   * const server = createReferenceServer({ strictBodies: true });
   * ```
   *
   * @see [Testing](../../../docs/guides/testing.md)
   */
  readonly strictBodies?: boolean | undefined;
  /**
   * Function that receives each change of the records, in order, so that it can store them outside the process: changes by
   * operations, by controls, and by `seed`, `restore` and `reset`. The initial records are not reported: take a `snapshot()` of the
   * new server.
   *
   * The response to a request is sent after the function has returned and its promise has resolved. If the function fails, the
   * request fails with 500. The change is kept, and the function receives it again before anything else happens: all requests
   * and controls fail until the function succeeds. Methods in the same process, such as `control.pages.edit`, throw the error of
   * the function, but do not await its promise. The function can call such methods. It must not await a request to the server,
   * because the request would wait for the function. At most 100 changes in a row may be made in response to changes.
   *
   * @default none
   *
   * @example
   * ```ts
   * import { createReferenceServer } from "@knowledge-base/server";
   * const server = createReferenceServer({ onChange: ({ steps }) => console.log(steps.length) });
   * ```
   *
   * @see [State format](../../../docs/guides/state-format.md)
   */
  readonly onChange?: OnChange | undefined;
  /**
   * Progress from which the server continues: what it remembers besides its records, as the changes of an earlier server contained it.
   * With this option, even if it is an empty array, the changes that `onChange` receives contain their progress: the position in
   * the sequence of ids, clocks that were changed, and OAuth authorizations that were decided. A server with the same random seed, the
   * same records and this progress continues as if it had not been stopped, except that faults, journals, deliveries and the list of
   * pending authorizations begin again.
   *
   * @default none; changes contain no progress
   *
   * @example
   * ```ts
   * import { createReferenceServer } from "@knowledge-base/server";
   * const server = createReferenceServer({ progress: [], onChange: ({ progress }) => console.log(progress?.length) });
   * ```
   *
   * @see [Organizations](../../../docs/guides/organizations.md)
   */
  readonly progress?: readonly Progress[] | undefined;
  /**
   * Origins, such as `http://localhost:5173`, whose pages may send requests and read the responses (CORS). `"*"` and
   * `true` allow every origin. Pages of other origins can send some requests, but cannot read the responses. The controls
   * and the consent page are never available to other origins.
   *
   * @default false
   *
   * @example
   * ```ts
   * import { createReferenceServer } from "@knowledge-base/server";
   * const server = createReferenceServer({ cors: "http://localhost:5173" });
   * ```
   *
   * @see [Security](../../../docs/guides/security.md)
   */
  readonly cors?: boolean | string | readonly string[] | undefined;
  /**
   * Maximum number of requests that each journal keeps, from 0 to 1,000,000. The server and each organization have a journal.
   *
   * @default 1000
   *
   * @example
   * ```ts
   * import { createReferenceServer } from "@knowledge-base/server";
   * const server = createReferenceServer({ maxJournalEntries: 10_000 });
   * ```
   *
   * @see [Faults, clock and journal](../../../docs/guides/faults-clock-and-journal.md)
   */
  readonly maxJournalEntries?: number | undefined;
  /**
   * Maximum size of each journal in bytes, from 0 to 1 GiB, as `journal.stats()` counts them. A larger request is not kept.
   *
   * @default 67108864 (64 MiB)
   *
   * @example
   * ```ts
   * import { createReferenceServer } from "@knowledge-base/server";
   * const server = createReferenceServer({ maxJournalBytes: 2 ** 20 });
   * ```
   *
   * @see [Faults, clock and journal](../../../docs/guides/faults-clock-and-journal.md)
   */
  readonly maxJournalBytes?: number | undefined;
  /**
   * Maximum number of deliveries that are kept for the server and for each organization, from 0 to 1,000,000.
   *
   * @default 1000
   *
   * @example
   * ```ts
   * import { createReferenceServer } from "@knowledge-base/server";
   * const server = createReferenceServer({ maxDeliveries: 100 });
   * ```
   *
   * @see [Faults, clock and journal](../../../docs/guides/faults-clock-and-journal.md)
   */
  readonly maxDeliveries?: number | undefined;
  /**
   * Maximum size of the deliveries that are kept, in bytes, from 0 to 1 GiB, as `deliveries.stats()` counts them.
   *
   * @default 16777216 (16 MiB)
   *
   * @example
   * ```ts
   * import { createReferenceServer } from "@knowledge-base/server";
   * const server = createReferenceServer({ maxDeliveryBytes: 2 ** 20 });
   * ```
   *
   * @see [Faults, clock and journal](../../../docs/guides/faults-clock-and-journal.md)
   */
  readonly maxDeliveryBytes?: number | undefined;
}
