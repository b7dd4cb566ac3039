import type { State } from "@knowledge-base/server";
import type { Exchange, Line, Report, WorkerSetup } from "./messages.ts";
import { type Change, findChanges } from "./state-changes.ts";

/** State of the page: the last run, and the server that it created or else that of the page. */
export interface View {
  readonly running: boolean;
  readonly lines: readonly Line[];
  /** The first exchanges, by their indexes. */
  readonly exchanges: ReadonlyMap<number, Exchange>;
  /** State of the server; undefined until the worker has started. */
  readonly state: State | undefined;
  /** Changes of the last run. */
  readonly changes: readonly Change[];
}

/** View before the worker has started. */
export const emptyView: View = {
  running: false,
  lines: [],
  exchanges: new Map(),
  state: undefined,
  changes: [],
};

/** More exchanges of a run would make the page too slow. */
export const maxExchanges = 500;

/** A worker, and the port for messages to it. */
interface Connection {
  readonly worker: Worker;
  readonly port: MessagePort;
}

/** Runs code in a worker, and collects its reports in a view. */
export class Session {
  readonly #show: (view: View) => void;
  #view = emptyView;
  #frame = 0;
  /** Undefined if the worker could not be started. */
  #connection: Connection | undefined;
  /** State of the server of the page; undefined until the worker has started. */
  #serverState: State | undefined;
  #serverStateBefore: State | undefined;

  constructor(show: (view: View) => void) {
    this.#show = show;
    this.#connection = this.#start(undefined);
  }

  run(code: string): void {
    if (this.#view.running) return;
    const state = this.#serverState;
    this.#serverStateBefore = state;
    this.#change({ running: true, lines: [], exchanges: new Map(), state, changes: [] });
    this.#connection ??= this.#start(state);
    this.#connection.port.postMessage(code);
  }

  /** Ends a run that does not end by itself. The server returns to its state before the run, with a new clock and without faults. */
  stop(): void {
    if (!this.#view.running) return;
    this.#end();
    const line: Line = { level: "error", text: "Stopped. The server has its state before the run again." };
    this.#change({ running: false, lines: [...this.#view.lines, line] });
    this.#connection = this.#start(this.#serverStateBefore);
  }

  /** Starts again with the initial state of the server. */
  reset(): void {
    this.#end();
    this.#serverState = undefined;
    this.#serverStateBefore = undefined;
    this.#change(emptyView);
    this.#connection = this.#start(undefined);
  }

  #start(state: State | undefined): Connection {
    const worker = new Worker(new URL("./worker.ts", import.meta.url), { type: "module" });
    const { port1: port, port2 } = new MessageChannel();
    port.onmessage = ({ data }: MessageEvent<Report>) => this.#receive(data);
    worker.onerror = () => this.#fail();
    worker.postMessage({ state, port: port2 } satisfies WorkerSetup, [port2]);
    return { worker, port };
  }

  /** Ends the worker, and ignores its later reports. */
  #end(): void {
    this.#connection?.worker.terminate();
    this.#connection?.port.close();
    this.#connection = undefined;
  }

  #fail(): void {
    this.#end();
    const line: Line = { level: "error", text: "The worker of this page did not start. Run the code to try again." };
    this.#change({ running: false, lines: [line] });
  }

  /** Applies a report, and shows the result with the next frame, because there may be many reports. */
  #receive(report: Report): void {
    this.#view = { ...this.#view, ...this.#apply(report) };
    this.#frame ||= requestAnimationFrame(() => this.#change({}));
  }

  #apply(report: Report): Partial<View> {
    const { lines, exchanges } = this.#view;
    switch (report.kind) {
      case "line":
        return { lines: [...lines, report.line] };
      case "exchange": {
        const { exchange } = report;
        const isShown = exchanges.size < maxExchanges || exchanges.has(exchange.index);
        return isShown ? { exchanges: new Map(exchanges).set(exchange.index, exchange) } : {};
      }
      case "state": {
        this.#serverState = report.state;
        this.#serverStateBefore ??= report.state;
        const { stateBefore, state } = report.created ?? { stateBefore: this.#serverStateBefore, state: report.state };
        return { state, changes: findChanges(stateBefore, state) };
      }
      case "finished":
        return { running: false };
    }
  }

  #change(change: Partial<View>): void {
    cancelAnimationFrame(this.#frame);
    this.#frame = 0;
    this.#view = { ...this.#view, ...change };
    this.#show(this.#view);
  }
}
