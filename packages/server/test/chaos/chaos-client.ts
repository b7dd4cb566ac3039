import { inspect, isDeepStrictEqual } from "node:util";
import { type CallOptions, isKnowledgeBaseError, KnowledgeBase } from "@knowledge-base/sdk";
import type { Fault, ServerOrganization, State } from "@knowledge-base/server";
import type { ConnectedOrganization } from "@knowledge-base/server/control";
import { contract, type OperationId } from "@knowledge-base/types";
import { methodAt } from "../method-at.ts";
import {
  chooseDisturbance,
  type Disturbance,
  type ProxiedRequest,
  type ProxiedResponse,
  type RequestObserver,
} from "./chaos-proxy.ts";
import { type RandomNumbers, randomNumbers } from "./random-numbers.ts";

/** Thrown if something happened that must never happen. */
export class BrokenInvariant extends Error {
  override readonly name = "BrokenInvariant";
}

/** What a client is given. */
interface ChaosClientOptions {
  readonly baseUrl: string;
  readonly apiKey: string;
  readonly seed: number;
  readonly organization: ConnectedOrganization;
  /** The same organization of a server in this process, to which nothing is lost. */
  readonly twin: ServerOrganization;
}

/** A request of a call, as the proxy has received it. */
interface Arrival {
  readonly disturbance: Disturbance;
  /** What the proxy sent back; undefined if it was nothing. */
  sent?: { readonly requestId: string; readonly response: ProxiedResponse };
}

type Result =
  | { readonly ok: true; readonly data: unknown; readonly response: Response }
  | { readonly ok: false; readonly error: unknown };

const callHeader = "x-chaos-call";
const operations = Object.keys(contract) as [OperationId, ...OperationId[]];
const limits = { timeout: 250, deadline: 300, retries: 5 };
/** Milliseconds by which a call may end late, besides the delays of this process. */
const toleranceMs = 250;
const hangMs = 100;
const serverTimeoutMs = 10_000;
const dayMs = 86_400_000;

const faults: readonly [Fault, ...Fault[]] = [
  { kind: "status", status: 503, retryAfter: 0 },
  { kind: "status", status: 429, retryAfter: 0 },
  { kind: "status", status: 500, afterCommit: true },
  { kind: "gateway_html", afterCommit: true },
  { kind: "connection_reset" },
  { kind: "connection_reset", afterCommit: true },
  { kind: "hang" },
  { kind: "stalled_body" },
];

// A slow machine must not be taken for a slow client.
let delayedMs = 0;
let lastMs = performance.now();
setInterval(() => {
  delayedMs += Math.max(0, performance.now() - lastMs - 10);
  lastMs = performance.now();
}, 10).unref();

/** A client with an organization of its own, whose twin receives the same requests and commands. */
export class ChaosClient implements RequestObserver {
  callCount = 0;
  requestCount = 0;
  readonly #kb: KnowledgeBase;
  readonly #options: ChaosClientOptions;
  readonly #random: RandomNumbers;
  readonly #calls = new Map<number, { readonly operation: OperationId; readonly arrivals: Arrival[] }>();
  readonly #logged: unknown[] = [];
  #saved: State;
  #lastTurn: Promise<unknown> = Promise.resolve();

  constructor(options: ChaosClientOptions) {
    this.#options = options;
    this.#random = randomNumbers(options.seed);
    this.#saved = options.twin.snapshot();
    const log = (...values: unknown[]) => void this.#logged.push(values);
    this.#kb = new KnowledgeBase({
      ...limits,
      baseUrl: options.baseUrl,
      apiKey: options.apiKey,
      logger: { error: log, warn: log, info: log, debug: log },
      logLevel: "debug",
      random: () => this.#random.below(100) / 1000,
    });
  }

  /** Changes the organization, its clock or its faults, and then calls the service up to three times at once. */
  async takeTurn(): Promise<void> {
    if (this.#random.below(3) === 0) await this.#exclusively(() => this.#command());
    await Promise.all(Array.from({ length: 1 + this.#random.below(3) }, () => this.#call()));
  }

  /** Compares the state of the organization with its twin, and searches the journal for the API key. */
  async check(): Promise<void> {
    await this.#exclusively(() => this.#both((one) => one.snapshot()));
    const journal = await this.#options.organization.journal.entries();
    if (containsKey(JSON.stringify(journal), this.#options.apiKey))
      throw new BrokenInvariant("The journal contains the API key.");
  }

  onRequest({ headers }: ProxiedRequest): Disturbance {
    this.requestCount += 1;
    const number = Number(headers[callHeader]);
    const { operation, arrivals } = this.#callOf(number);
    const previous = arrivals.at(-1);
    if (previous && contract[operation].idempotency === "unsafe" && !hadNoEffect(previous))
      throw new BrokenInvariant(`Call ${number}, ${operation}, was sent again after ${JSON.stringify(previous)}.`);
    const disturbance = chooseDisturbance(randomNumbers(this.#options.seed + number * 64 + arrivals.length));
    arrivals.push({ disturbance });
    return disturbance;
  }

  forward(request: ProxiedRequest, send: (timeoutMs: number) => Promise<ProxiedResponse | undefined>) {
    return this.#exclusively(async () => {
      const expected = await this.#sendToTwin(request);
      const response = await send(expected ? serverTimeoutMs : hangMs);
      const actual = response && { status: response.status, body: response.body };
      if (!isDeepStrictEqual(actual, expected))
        throw new BrokenInvariant(`${request.method} ${request.target} had ${shown(actual)}, not ${shown(expected)}.`);
      return response;
    });
  }

  onResponse({ headers }: ProxiedRequest, response: ProxiedResponse): string {
    const number = Number(headers[callHeader]);
    const arrival = this.#callOf(number).arrivals.findLast(({ sent }) => !sent);
    const requestId = `response_${this.requestCount}_${number}`;
    if (arrival) arrival.sent = { requestId, response };
    return requestId;
  }

  async #call(): Promise<void> {
    const { apiKey, twin } = this.#options;
    this.callCount += 1;
    const number = this.callCount;
    const operation = this.#random.pick(operations);
    const arrivals: Arrival[] = [];
    this.#calls.set(number, { operation, arrivals });
    const signal = this.#random.below(12) === 0 ? AbortSignal.timeout(1 + this.#random.below(200)) : undefined;
    const input = chooseInput(operation, twin.snapshot(), this.#random);
    const options: CallOptions = { headers: { [callHeader]: String(number) }, ...(signal && { signal }) };
    const delayedBefore = delayedMs;
    const start = performance.now();
    const result = await (methodAt(this.#kb, operation)(input, options) as { safe(): Promise<Result> }).safe();
    const elapsed = performance.now() - start;
    const name = `Call ${number}, ${operation},`;
    if (elapsed > limits.deadline + toleranceMs + delayedMs - delayedBefore)
      throw new BrokenInvariant(`${name} took ${elapsed} ms.`);
    if (containsKey(shown([result, this.#logged]), apiKey)) throw new BrokenInvariant(`${name} shows the API key.`);
    this.#logged.length = 0;
    const problem = findProblem(operation, result, arrivals, signal?.aborted ?? false);
    if (problem !== undefined) throw new BrokenInvariant(`${name} ${problem}: ${shown([result, arrivals])}`);
    // Requests that were cut may still arrive. Those of older calls have arrived by now.
    this.#calls.delete(number - 200);
  }

  /** Gives both organizations the same command. */
  async #command(): Promise<void> {
    const random = this.#random;
    const fault = { ...random.pick(faults), operation: random.pick([...operations, "oauth.start"] as const) };
    const milliseconds = random.below(dayMs);
    const { brainId = "", slug = "" } = random.pick([...this.#options.twin.snapshot().pages, {}] as [StatePage]);
    const name = random.pick(["edit", "compile", "pin", "unpin", "deprecate", "restore"] as const);
    const changes = name === "edit" || name === "compile" ? { summary: `Changed ${this.callCount}` } : {};
    await random.pick<() => unknown>([
      () => this.#both(({ faults: own }) => own.add(fault)),
      () => this.#both(({ faults: own }) => own.add(fault)),
      () => this.#both(({ faults: own }) => own.clear()),
      () => this.#both(({ clock }) => clock.advance(milliseconds)),
      () => this.#both(({ restore }) => restore(this.#saved)),
      () => this.#both(({ control }) => control.pages[name]({ brainId, slug, ...changes })),
      () => (this.#saved = this.#options.twin.snapshot()),
    ])();
  }

  async #both(run: (one: ConnectedOrganization | ServerOrganization) => unknown): Promise<void> {
    const { organization, twin } = this.#options;
    const attempt = async (one: ConnectedOrganization | ServerOrganization) => {
      try {
        return await run(one);
      } catch (error) {
        return String(error);
      }
    };
    const [actual, expected] = [await attempt(organization), await attempt(twin)];
    if (!isDeepStrictEqual(actual, expected))
      throw new BrokenInvariant(`The command ${String(run)} resulted in ${shown(actual)}, not ${shown(expected)}.`);
  }

  async #sendToTwin({ method, target, headers, body }: ProxiedRequest) {
    const { baseUrl, twin } = this.#options;
    const sent = { method, headers: headers as Record<string, string>, ...(body !== "" && { body }) };
    const response = twin.fetch(baseUrl + target, { ...sent, signal: AbortSignal.timeout(hangMs) });
    return response.then(async (one) => ({ status: one.status, body: await one.text() })).catch(() => undefined);
  }

  /** Requests and commands take turns, so that the twin receives them in the same order. */
  #exclusively<Value>(run: () => Promise<Value>): Promise<Value> {
    const turn = this.#lastTurn.then(run, run);
    this.#lastTurn = turn.catch(() => {});
    return turn;
  }

  #callOf(number: number) {
    const call = this.#calls.get(number);
    if (!call) throw new Error(`A request belongs to the unknown call ${number}.`);
    return call;
  }
}

type StatePage = Partial<State["pages"][number]>;

/** Chooses the input of a call. Some of the ids are unknown. */
function chooseInput(operation: OperationId, { pages, bindings, installations }: State, random: RandomNumbers): object {
  const { brainId = "brain_unknown", slug = "unknown" } = random.pick([...pages, {}] as [StatePage]);
  const none = { id: "unknown" };
  const { id: bindingId } = random.pick([none, ...bindings.filter((one) => one.brainId === brainId)] as [
    { id: string },
  ]);
  const { id: installationId } = random.pick([none, ...installations] as [{ id: string }]);
  const flags = { notifyBriefs: random.below(2) === 0, notifyChanges: random.below(2) === 0 };
  const fields: Partial<Record<OperationId, object>> = {
    "bindings.update": { bindingId, ...flags },
    "bindings.unbind": { bindingId },
    "channels.list": { installationId },
    "pages.archive": { slug },
    "promptIndex.get": { limit: 1 + random.below(60) },
  };
  return { brainId, ...fields[operation] };
}

/** Returns whether the client has seen that the service has not acted on a request. */
function hadNoEffect({ sent, disturbance }: Arrival): boolean {
  return !["cut", "cut in the head", "stall"].includes(disturbance.response) && sent?.response.status === 429;
}

/** The codes of errors that a network and a service can cause. */
const expectedCodes = ["api_error", "connection", "not_found", "rate_limit", "response", "server_error", "timeout"];

/** Returns what is wrong with the result of a call; undefined if nothing is. */
function findProblem(operation: OperationId, result: Result, arrivals: readonly Arrival[], isAborted: boolean) {
  const responseOf = (id: string | null | undefined) =>
    arrivals.find(({ sent }) => sent?.requestId === id)?.sent?.response;
  if (result.ok) {
    const response = responseOf(result.response.headers.get("x-request-id"));
    if (response?.status !== contract[operation].success.status) return "succeeded without such a response";
    return isDeepStrictEqual(JSON.parse(response.body), result.data) ? undefined : "returned something else";
  }
  const { error } = result;
  if (!isKnowledgeBaseError(error)) return "failed with an error without a type";
  if (error.code === "aborted" && isAborted) return undefined;
  if (!expectedCodes.includes(error.code)) return `failed with the code ${error.code}`;
  if (!("status" in error) || responseOf(error.requestId)?.status === error.status) return undefined;
  return "failed with a status that was not sent";
}

/** Returns whether a text contains a key, as it is or in an encoding that anyone can read. */
export function containsKey(text: string, key: string): boolean {
  const bytes = Buffer.from(key);
  const spellings = [key, key.slice(-12), bytes.toString("base64").slice(0, -4), bytes.toString("hex")];
  return spellings.some((spelling) => text.includes(spelling));
}

/** Returns everything that a program could print of a value. */
function shown(value: unknown): string {
  return [inspect(value, { depth: 12, showHidden: true }), JSON.stringify(value), Object(value).stack].join("\n");
}
