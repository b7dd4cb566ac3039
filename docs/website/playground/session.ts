import type { JournalEntry } from "@knowledge-base/server";

/** A request, as the journal of its server has it, and the journal's explanation. */
export interface Exchange {
  readonly entry: JournalEntry;
  readonly explanation: string;
}

/** A text that a program printed, or the error that ended it. */
export interface Line {
  readonly level: "log" | "error";
  readonly text: string;
  /** Line of the program, if that is known. */
  readonly line?: number | undefined;
}

/** Message to a worker: the program, and a port for its reports, because a program can replace the worker's globals. */
export interface Start {
  readonly code: string;
  readonly port: MessagePort;
}

/** Message from a worker. */
export type Report =
  | { readonly kind: "line"; readonly line: Line }
  | { readonly kind: "exchange"; readonly exchange: Exchange }
  | { readonly kind: "finished" };

/** The last run. */
export interface View {
  readonly running: boolean;
  readonly lines: readonly Line[];
  /** The first exchanges. */
  readonly exchanges: readonly Exchange[];
}

export const emptyView: View = { running: false, lines: [], exchanges: [] };

/** More exchanges of a run would make the page too slow. */
export const maxExchanges = 500;

/** Runs programs, each in a worker of its own, and collects their reports in a view. */
export class Session {
  readonly #show: (view: View) => void;
  #view = emptyView;
  #frame = 0;
  #current: { readonly worker: Worker; readonly port: MessagePort } | undefined;

  constructor(show: (view: View) => void) {
    this.#show = show;
  }

  run(code: string): void {
    this.#end();
    const worker = new Worker(new URL("./worker.ts", import.meta.url), { type: "module" });
    worker.onerror = () => this.#finish("The worker of this page did not start. Run the program to try again.");
    const { port1: port, port2 } = new MessageChannel();
    port.onmessage = ({ data }: MessageEvent<Report>) => this.#receive(data);
    worker.postMessage({ code, port: port2 } satisfies Start, [port2]);
    this.#current = { worker, port };
    this.#change({ ...emptyView, running: true });
  }

  /** Ends a run that doesn't end by itself. */
  stop(): void {
    if (this.#view.running) this.#finish("Stopped.");
  }

  /** Ends a run, and shows nothing of it. */
  clear(): void {
    this.#end();
    this.#change(emptyView);
  }

  #finish(text: string): void {
    this.#end();
    this.#change({ running: false, lines: [...this.#view.lines, { level: "error", text }] });
  }

  // Ends the worker, and ignores its later reports.
  #end(): void {
    this.#current?.worker.terminate();
    this.#current?.port.close();
    this.#current = undefined;
  }

  // Applies a report, and shows the result with the next frame, because there may be many reports.
  #receive(report: Report): void {
    this.#view = { ...this.#view, ...this.#apply(report) };
    this.#frame ||= requestAnimationFrame(() => this.#change({}));
  }

  #apply(report: Report): Partial<View> {
    const { lines, exchanges } = this.#view;
    if (report.kind === "finished") return { running: false };
    if (report.kind === "line") return { lines: [...lines, report.line] };
    return exchanges.length < maxExchanges ? { exchanges: [...exchanges, report.exchange] } : {};
  }

  #change(change: Partial<View>): void {
    cancelAnimationFrame(this.#frame);
    this.#frame = 0;
    this.#view = { ...this.#view, ...change };
    this.#show(this.#view);
  }
}
