import type { State } from "@knowledge-base/server";

/** First message to a worker. */
export interface WorkerSetup {
  /** Initial state of the server; undefined for the demo seed. */
  readonly state: State | undefined;
  /** Carries the code of each run, and reports. A port, because the reader's code can replace the worker's globals. */
  readonly port: MessagePort;
}

/** Message from the worker to the page. */
export type Report =
  | { readonly kind: "state"; readonly state: State; readonly created?: CreatedServer }
  | { readonly kind: "line"; readonly line: Line }
  | { readonly kind: "exchange"; readonly exchange: Exchange }
  | { readonly kind: "finished" };

/** The last server that the reader's code created. */
export interface CreatedServer {
  readonly stateBefore: State;
  readonly state: State;
}

/** A text that the reader's code printed, or the error that ended it. */
export interface Line {
  readonly level: "log" | "error";
  readonly text: string;
  /** Line of the code, if that is known. */
  readonly line?: number | undefined;
}

/** A request, with its response or failure. */
export interface Exchange {
  /** Number of the exchange, in the order in which they began. */
  readonly index: number;
  readonly request: Message & { readonly method: string; readonly url: string };
  /** Missing until there is a response. */
  readonly response?: Message & { readonly status: number };
  /** Why there is no response. */
  readonly failure?: string;
  /** Explanation of the server's journal. */
  readonly explanation?: string;
}

/** Headers and body of a request or a response, as they are shown. The body is missing until it has been read. */
export interface Message {
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body?: string;
}
