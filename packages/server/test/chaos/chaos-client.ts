import { isDeepStrictEqual } from "node:util";
import { KnowledgeBase } from "@knowledge-base/sdk";
import type { State } from "@knowledge-base/server";
import type { ConnectedServer } from "@knowledge-base/server/control";
import { contract, type OperationId } from "@knowledge-base/types";
import { pageRules, serviceRules } from "../model/model.ts";
import { type CallScope, type ModelState, type Records, Rejection, type Rule } from "../model/model-state.ts";
import { expectedResponse } from "../model/request-rules.ts";
import { snapshotOf } from "../model/server-calls.ts";
import { type RandomNumbers, randomNumbers } from "../random-numbers.ts";
import { recordsOf } from "../records-of.ts";
import { BrokenInvariant } from "./broken-invariant.ts";
import { type ChaosCall, findProblem, hadNoEffect } from "./chaos-call.ts";
import type { ProxiedRequest, RequestObserver, SendRequest, ServerResponseText } from "./chaos-proxy.ts";
import { chooseCall } from "./choose-call.ts";
import { firstDifference, matches, withoutUndefined } from "./compare.ts";
import type { DelayWatch } from "./delay-watch.ts";
import { chooseDisturbance, type Disturbance } from "./disturbance.ts";
import { PlannedFaults } from "./planned-faults.ts";
import { containsKey, printed } from "./printed-key.ts";
import { readRequest } from "./read-request.ts";

/** What a client is given. */
export interface ChaosClientOptions {
  readonly baseUrl: string;
  readonly apiKey: string;
  readonly seed: number;
  readonly organization: ReturnType<ConnectedServer["organization"]>;
  /** The expected state of the organization. */
  readonly modelState: ModelState;
  readonly delayWatch: DelayWatch;
}

const callHeader = "x-chaos-call";
const limits = { timeout: 250, deadline: 1500 };
/** Milliseconds by which a call may end late, besides the delays of this process. */
const toleranceMs = 250;
const serverTimeoutMs = 10_000;
const hangMs = 100;
const dayMs = 86_400_000;

/** A client with an organization of its own, which knows the state that the organization must have. */
export class ChaosClient implements RequestObserver {
  readonly #kb: KnowledgeBase;
  readonly #options: ChaosClientOptions;
  readonly #random: RandomNumbers;
  readonly #faults = new PlannedFaults();
  readonly #calls = new Map<number, ChaosCall>();
  readonly #logged: unknown[] = [];
  #clockSkewMs = 0;
  #saved: State | undefined;
  #lastTurn: Promise<unknown> = Promise.resolve();
  #callCount = 0;
  #requestCount = 0;

  constructor(options: ChaosClientOptions) {
    const { baseUrl, apiKey, seed } = options;
    this.#options = options;
    this.#random = randomNumbers(seed);
    const log = (...values: unknown[]) => void this.#logged.push(values);
    this.#kb = new KnowledgeBase({
      ...limits,
      baseUrl,
      apiKey,
      logger: { error: log, warn: log, info: log, debug: log },
      logLevel: "debug",
      random: () => this.#random.below(100) / 1000,
      clock: {
        now: () => Date.now() + this.#clockSkewMs,
        after(delayMs, callback) {
          const timer = setTimeout(callback, delayMs);
          return () => clearTimeout(timer);
        },
      },
    });
  }

  /** Number of calls that were made. */
  get callCount(): number {
    return this.#callCount;
  }

  /** Number of requests that reached the proxy. */
  get requestCount(): number {
    return this.#requestCount;
  }

  /** Changes the organization, its clock or its faults, and then calls the service up to three times at once. */
  async takeTurn(): Promise<void> {
    if (this.#random.below(3) === 0) await this.#exclusively(() => this.#disturb());
    const count = 1 + this.#random.below(3);
    await Promise.all(Array.from({ length: count }, () => this.#call()));
  }

  /** Compares the state of the organization with the model, and searches everything that can be read for the API key. */
  async check(): Promise<void> {
    const { organization, modelState, apiKey } = this.#options;
    const [snapshot, journal] = await this.#exclusively(() =>
      Promise.all([organization.snapshot(), organization.journal.entries()]),
    );
    const expected = withoutUndefined(withoutClocks(modelState));
    const records = recordsOf({ snapshot: () => snapshot });
    if (!isDeepStrictEqual(records, expected)) {
      throw new BrokenInvariant(`The state differs from the model: ${firstDifference(records, expected)}`);
    }
    if (containsKey(JSON.stringify(journal), apiKey)) throw new BrokenInvariant("The journal contains the API key.");
  }

  onRequest({ headers }: ProxiedRequest): Disturbance {
    this.#requestCount += 1;
    const number = Number(headers[callHeader]);
    const { operation, arrivals } = this.#callOf(number);
    const previous = arrivals.at(-1);
    if (previous && contract[operation].idempotency === "unsafe" && !hadNoEffect(previous)) {
      throw new BrokenInvariant(`Call ${number}, ${operation}, was sent again after ${JSON.stringify(previous)}.`);
    }
    const disturbance = chooseDisturbance(randomNumbers(this.#options.seed + number * 64 + arrivals.length));
    arrivals.push({ disturbance });
    return disturbance;
  }

  forward(request: ProxiedRequest, send: SendRequest): Promise<ServerResponseText | undefined> {
    return this.#exclusively(async () => {
      const asked = readRequest(request);
      const fault = this.#faults.take(asked.operation);
      const response = await send(fault && !fault.sendsResponse ? hangMs : serverTimeoutMs);
      const scope: CallScope = { reach: undefined, output: undefined, variable: `started${this.#requestCount}` };
      const { modelState } = this.#options;
      const expected =
        fault?.isExecuted === false ? undefined : expectedResponse(modelState, asked, serviceRules, scope);
      const name = `${request.method} ${request.target}`;
      if ((response === undefined) !== (fault?.sendsResponse === false)) {
        throw new BrokenInvariant(
          `${name} had ${response ? "a" : "no"} response after the fault ${JSON.stringify(fault)}.`,
        );
      }
      const status = fault?.status ?? expected?.status;
      if (response && (response.status !== status || (!fault && !matches(response.body, expected?.body)))) {
        throw new BrokenInvariant(
          `${name} had the response ${response.status} ${response.body.slice(0, 500)}, not ${JSON.stringify(expected).slice(0, 500)}.`,
        );
      }
      return response;
    });
  }

  onResponse({ headers }: ProxiedRequest, response: ServerResponseText): string {
    const number = Number(headers[callHeader]);
    const arrival = this.#callOf(number).arrivals.findLast(({ sent }) => !sent);
    const requestId = `response_${this.#requestCount}_${number}`;
    if (arrival) arrival.sent = { requestId, response };
    return requestId;
  }

  async #call(): Promise<void> {
    const { apiKey, delayWatch } = this.#options;
    this.#callCount += 1;
    const number = this.#callCount;
    const { operation, send } = chooseCall(this.#kb, this.#options.modelState, this.#random);
    const call: ChaosCall = { operation, arrivals: [] };
    this.#calls.set(number, call);
    const signal = this.#random.below(12) === 0 ? AbortSignal.timeout(1 + this.#random.below(200)) : undefined;
    const delaysBefore = delayWatch.total;
    const start = performance.now();
    const result = await send({ headers: { [callHeader]: String(number) }, ...(signal && { signal }) }).safe();
    const elapsed = performance.now() - start;
    const allowed = limits.deadline + toleranceMs + delayWatch.total - delaysBefore;
    const name = `Call ${number}, ${operation},`;
    if (elapsed > allowed) throw new BrokenInvariant(`${name} took ${elapsed} ms, more than ${allowed}.`);
    if (containsKey(printed([result, this.#logged]), apiKey)) {
      throw new BrokenInvariant(`${name} shows the API key: ${printed([result, this.#logged])}`);
    }
    this.#logged.length = 0;
    const problem = findProblem(result, call, signal?.aborted ?? false);
    if (problem !== undefined) throw new BrokenInvariant(`${name} ${problem}: ${printed([result, call.arrivals])}`);
    // Requests that were cut may still arrive. Those of older calls have arrived by now.
    this.#calls.delete(number - 200);
  }

  async #disturb(): Promise<void> {
    const { organization, modelState } = this.#options;
    const random = this.#random;
    const operations = Object.keys(contract) as [OperationId, ...OperationId[]];
    const disturbances: readonly [() => Promise<void>, ...(() => Promise<void>)[]] = [
      async () => void (await organization.faults.add(this.#faults.plan(random.pick(operations), random))),
      async () => void (await organization.faults.add(this.#faults.plan("oauth.start", random))),
      async () => {
        await organization.faults.clear();
        this.#faults.clear();
      },
      async () => {
        const milliseconds = random.below(dayMs);
        await organization.clock.advance(milliseconds);
        const { id } = organization;
        modelState.aheadMs.set(id, (modelState.aheadMs.get(id) ?? 0) + milliseconds);
      },
      async () => {
        this.#clockSkewMs = (random.below(20) - 10) * dayMs;
      },
      async () => {
        await organization.snapshot();
        this.#saved = withoutClocks(modelState);
      },
      async () => {
        this.#saved ??= withoutClocks(modelState);
        const saved = this.#saved;
        await organization.restore(JSON.parse(JSON.stringify(saved)));
        const { version: _, ...records } = structuredClone(saved);
        modelState.records = records as Records;
      },
      () => this.#changePage(),
    ];
    await random.pick(disturbances)();
  }

  async #changePage(): Promise<void> {
    const { organization, modelState } = this.#options;
    const { pages } = modelState.records;
    const chosen = pages[this.#random.below(pages.length)];
    if (!chosen) return;
    const address = { brainId: chosen.brainId, slug: chosen.slug };
    const name = this.#random.pick(["edit", "compile", "pin", "unpin", "deprecate", "restore"] as const);
    const input =
      name === "edit" || name === "compile" ? { ...address, summary: `Changed ${this.#callCount}` } : address;
    const rule = pageRules[name] as Rule<object>;
    const change = organization.control.pages[name] as (changes: object) => Promise<unknown>;
    const actual = await change(input).catch(({ code }: { readonly code: unknown }) => code);
    const expected = attempt(() => rule(modelState, input, { reach: undefined, output: undefined, variable: "" }));
    if (!isDeepStrictEqual(actual, withoutUndefined(expected))) {
      throw new BrokenInvariant(`The control pages.${name} returned ${printed(actual)}, not ${printed(expected)}.`);
    }
  }

  /** Requests and controls of an organization take turns, so that the model sees them in the order of the server. */
  #exclusively<Value>(run: () => Promise<Value>): Promise<Value> {
    const turn = this.#lastTurn.then(run, run);
    this.#lastTurn = turn.catch(() => {});
    return turn;
  }

  #callOf(number: number): ChaosCall {
    const call = this.#calls.get(number);
    if (!call) throw new Error(`A request belongs to the unknown call ${number}.`);
    return call;
  }
}

function attempt(run: () => unknown): unknown {
  try {
    return run();
  } catch (error) {
    if (error instanceof Rejection) return error.code;
    throw error;
  }
}

/** Returns copies of the records of a model: its clocks are not part of what the clients save and compare. */
function withoutClocks(modelState: ModelState): State {
  return recordsOf({ snapshot: () => structuredClone({ version: 1, ...snapshotOf(modelState) }) });
}
