import type { State } from "@knowledge-base/server";
import type { Exchange, Line, Order, Report } from "./messages.ts";

/** What a page shows of the server and of the last run. */
export interface View {
  readonly running: boolean;
  readonly lines: readonly Line[];
  readonly exchanges: readonly Exchange[];
  /** What the server holds; undefined until the worker has begun. */
  readonly state: Required<State> | undefined;
  /** What it held before the last run. */
  readonly stateBefore: Required<State> | undefined;
}

/** What there is to show before anything has happened. */
export const nothingYet: View = { running: false, lines: [], exchanges: [], state: undefined, stateBefore: undefined };

/** The page's end of the worker in which server and client run. */
export class Session {
  readonly #show: (view: View) => void;
  #worker: Worker;
  #view = nothingYet;

  constructor(show: (view: View) => void) {
    this.#show = show;
    this.#worker = this.#begin(undefined);
  }

  run(code: string): void {
    if (this.#view.running) return;
    this.#change({ running: true, lines: [], exchanges: [] });
    this.#order({ kind: "run", code });
  }

  /** Ends a run that does not end by itself. The server keeps what it held before the run; its clock and plans begin again. */
  stop(): void {
    if (!this.#view.running) return;
    this.#worker.terminate();
    const line: Line = { level: "error", text: "Stopped. The server holds again what it held before." };
    this.#change({ running: false, lines: [...this.#view.lines, line] });
    this.#worker = this.#begin(this.#view.stateBefore);
  }

  /** Begins again with what the server held at first. */
  reset(): void {
    this.#worker.terminate();
    this.#change(nothingYet);
    this.#worker = this.#begin(undefined);
  }

  #begin(state: State | undefined): Worker {
    const worker = new Worker(new URL("./worker.ts", import.meta.url), { type: "module" });
    worker.addEventListener("message", ({ data }: MessageEvent<Report>) => this.#change(told(data, this.#view)));
    worker.postMessage({ kind: "begin", state } satisfies Order);
    return worker;
  }

  #order(order: Order): void {
    this.#worker.postMessage(order);
  }

  #change(change: Partial<View>): void {
    this.#view = { ...this.#view, ...change };
    this.#show(this.#view);
  }
}

function told(report: Report, { lines, exchanges }: View): Partial<View> {
  switch (report.kind) {
    case "line":
      return { lines: [...lines, report.line] };
    case "exchange":
      return { exchanges: [...exchanges.filter(({ index }) => index !== report.exchange.index), report.exchange] };
    case "begun":
      return { state: report.state, stateBefore: report.state };
    case "finished":
      return { running: false, state: report.state };
  }
}
