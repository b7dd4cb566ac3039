import type { State } from "@knowledge-base/server";
import type { Exchange, Line, Report, WorkerSetup } from "./messages.ts";
import { type Change, findChanges } from "./state-changes.ts";

/** What a page shows of the server and of the last run. */
export interface View {
  readonly running: boolean;
  readonly lines: readonly Line[];
  /** The first exchanges, by their indexes. */
  readonly exchanges: ReadonlyMap<number, Exchange>;
  /** What the server holds; undefined until the worker has begun. */
  readonly state: Required<State> | undefined;
  /** What it held before the last run. */
  readonly stateBefore: Required<State> | undefined;
  /** What the last run changed of it. */
  readonly changes: readonly Change[];
}

/** What there is to show before anything has happened. */
export const emptyView: View = {
  running: false,
  lines: [],
  exchanges: new Map(),
  state: undefined,
  stateBefore: undefined,
  changes: [],
};

/** More exchanges of a run would bring the page to a halt. */
export const maxExchanges = 500;

/** A worker, and the port through which it is spoken to. */
interface Connection {
  readonly worker: Worker;
  readonly port: MessagePort;
}

/** The page's end of the worker in which server and client run. */
export class Session {
  readonly #show: (view: View) => void;
  #view = emptyView;
  #frame = 0;
  /** Undefined where the worker could not be started. */
  #connection: Connection | undefined;

  constructor(show: (view: View) => void) {
    this.#show = show;
    this.#connection = this.#begin(undefined);
  }

  run(code: string): void {
    if (this.#view.running) return;
    const { state } = this.#view;
    this.#change({ running: true, lines: [], exchanges: new Map(), stateBefore: state, changes: [] });
    this.#connection ??= this.#begin(state);
    this.#connection.port.postMessage(code);
  }

  /** Ends a run that does not end by itself. The server keeps what it held before the run; its clock and plans begin again. */
  stop(): void {
    if (!this.#view.running) return;
    this.#end();
    const line: Line = { level: "error", text: "Stopped. The server holds again what it held before." };
    this.#change({ running: false, lines: [...this.#view.lines, line] });
    this.#connection = this.#begin(this.#view.stateBefore);
  }

  /** Begins again with what the server held at first. */
  reset(): void {
    this.#end();
    this.#change(emptyView);
    this.#connection = this.#begin(undefined);
  }

  #begin(state: State | undefined): Connection {
    const worker = new Worker(new URL("./worker.ts", import.meta.url), { type: "module" });
    const { port1: port, port2 } = new MessageChannel();
    port.onmessage = ({ data }: MessageEvent<Report>) => this.#hear(data);
    worker.onerror = () => this.#fail();
    worker.postMessage({ state, port: port2 } satisfies WorkerSetup, [port2]);
    return { worker, port };
  }

  /** Ends the worker, and hears no more of it. */
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

  /** Shows what a report tells with the next frame, since there may be many of them. */
  #hear(report: Report): void {
    this.#view = { ...this.#view, ...applyReport(report, this.#view) };
    this.#frame ||= requestAnimationFrame(() => this.#change({}));
  }

  #change(change: Partial<View>): void {
    cancelAnimationFrame(this.#frame);
    this.#frame = 0;
    this.#view = { ...this.#view, ...change };
    this.#show(this.#view);
  }
}

function applyReport(report: Report, { lines, exchanges, stateBefore }: View): Partial<View> {
  switch (report.kind) {
    case "line":
      return { lines: [...lines, report.line] };
    case "exchange": {
      const { exchange } = report;
      const isShown = exchanges.size < maxExchanges || exchanges.has(exchange.index);
      return isShown ? { exchanges: new Map(exchanges).set(exchange.index, exchange) } : {};
    }
    case "state": {
      const { state } = report;
      return stateBefore ? { state, changes: findChanges(stateBefore, state) } : { state, stateBefore: state };
    }
    case "finished":
      return { running: false };
  }
}
