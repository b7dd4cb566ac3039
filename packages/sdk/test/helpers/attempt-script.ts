import fc from "fast-check";

/** A body: when it ends after its first byte, and how. */
export interface BodyStep {
  readonly ms: number;
  readonly end: "json" | "html" | "breaks" | "hangs";
}

/** What the service asks for: milliseconds in `retry-after-ms`, seconds in `retry-after`, or the second of a date in it. */
export type RetryAfter = { readonly ms?: number; readonly seconds?: number; readonly date?: number };

/** What `fetch` does with one request. One that is deaf ignores its signal, and settles later. */
export type FetchStep = { readonly ms: number; readonly isDeaf: boolean } & (
  | { readonly status: number; readonly retryAfter: RetryAfter; readonly body: BodyStep }
  | { readonly networkCode: string }
  | { readonly hangs: true }
);

/** What the function `apiKey` does when it is called. */
export interface KeyStep {
  readonly ms: number;
  readonly result: "another" | "the same" | "throws" | "invalid" | "hangs";
}

/** Everything that happens to one call. All times are milliseconds; the times of steps are relative. */
export interface Script {
  readonly idempotency: "safe" | "idempotent" | "unsafe";
  readonly timeout: number;
  readonly deadline: number;
  readonly retries: number;
  readonly random: number;
  /** Whether the client has a middleware, which changes nothing. */
  readonly hasMiddleware: boolean;
  /** When the caller aborts, if at all. At 0, the signal is aborted before the call. */
  readonly abortAt: number | null;
  /** What `fetch` does, repeated. */
  readonly fetches: readonly FetchStep[];
  /** What the function `apiKey` does, repeated; the key is a text if there are none. */
  readonly keys: readonly KeyStep[];
  /** What `shouldRetry` returns after as many requests, repeated; there is no such function if there are none. */
  readonly answers: readonly (boolean | "throws" | null)[];
}

/** Codes of failures, and whether they tell that the request was never sent, or that a limit of `fetch` was reached. */
export const networkCodes: Readonly<Record<string, { readonly isUnsent?: boolean; readonly isTimeout?: boolean }>> = {
  ECONNREFUSED: { isUnsent: true },
  ENOTFOUND: { isUnsent: true },
  ECONNRESET: {},
  UND_ERR_SOCKET: {},
  UND_ERR_HEADERS_TIMEOUT: { isTimeout: true },
};

const ms = fc.oneof(fc.constant(0), fc.integer({ min: 1, max: 1500 }));
const upTo = (max: number) => fc.integer({ min: 0, max });

const bodyEnds: readonly BodyStep["end"][] = ["json", "json", "json", "html", "breaks", "hangs"];
const body = fc.record({ ms, end: fc.constantFrom(...bodyEnds) });

const retryAfter: fc.Arbitrary<RetryAfter> = fc.oneof(
  fc.constant({}),
  fc.record({ seconds: upTo(4) }),
  fc.record({ date: fc.integer({ min: -2, max: 6 }) }),
  fc.record({ ms: upTo(2500) }),
  fc.record({ ms: upTo(2500), seconds: upTo(4) }),
);

const statuses = [200, 200, 200, 201, 302, 400, 401, 401, 401, 403, 408, 409, 425, 429, 500, 501, 502, 503, 503, 504];

const isDeaf = fc.boolean();
const response = fc.record({ ms, isDeaf, status: fc.constantFrom(...statuses), retryAfter, body });
const failure = fc.record({ ms, isDeaf, networkCode: fc.constantFrom(...Object.keys(networkCodes)) });
const silence = fc.record({ ms: fc.constant(0), isDeaf, hangs: fc.constant(true as const) });

const fetchStep: fc.Arbitrary<FetchStep> = fc.oneof(
  { weight: 7, arbitrary: response },
  { weight: 3, arbitrary: failure },
  { weight: 1, arbitrary: silence },
);

const keyResults: readonly KeyStep["result"][] = [
  "another",
  "another",
  "another",
  "the same",
  "throws",
  "invalid",
  "hangs",
];
const keyStep = fc.record({ ms, result: fc.constantFrom(...keyResults) });

const answer = fc.constantFrom<Script["answers"][number][]>(true, true, false, null, "throws");

/** Any script. */
export const anyScript: fc.Arbitrary<Script> = fc.record({
  idempotency: fc.constantFrom<Script["idempotency"][]>("safe", "idempotent", "unsafe"),
  timeout: fc.integer({ min: 50, max: 2500 }),
  deadline: fc.integer({ min: 300, max: 9000 }),
  retries: upTo(3),
  random: upTo(999).map((number) => number / 1000),
  hasMiddleware: fc.boolean(),
  abortAt: fc.option(upTo(4000), { freq: 3 }),
  fetches: fc.array(fetchStep, { minLength: 1, maxLength: 5 }),
  keys: fc.oneof(fc.constant([]), fc.array(keyStep, { minLength: 1, maxLength: 4 })),
  answers: fc.oneof({ weight: 3, arbitrary: fc.constant([]) }, fc.array(answer, { minLength: 1, maxLength: 3 })),
});

/** Describes a script in lines that tell what happens. */
export function describeScript({ fetches, keys, answers, ...script }: Script): string {
  const show = (step: object) => JSON.stringify(step).replaceAll('"', "");
  return [
    `A call with ${show(script)}`,
    ...keys.map((step, index) => `  key ${index + 1}: ${step.result} after ${step.ms} ms`),
    ...fetches.map((step, index) => `  fetch ${index + 1}: ${show(step)}`),
    ...(answers.length > 0 ? [`  shouldRetry returns ${show(answers)}`] : []),
  ].join("\n");
}
