import type { State } from "@knowledge-base/server";

/** What a worker is given to begin with. */
export interface Beginning {
  /** What the server holds; undefined means the demo seed. */
  readonly state: State | undefined;
  /** Brings the code of each run, and takes reports. The reader's code, which has all globals, cannot reach it. */
  readonly port: MessagePort;
}

/** What the worker tells the page. */
export type Report =
  | { readonly kind: "state"; readonly state: Required<State> }
  | { readonly kind: "line"; readonly line: Line }
  | { readonly kind: "exchange"; readonly exchange: Exchange }
  | { readonly kind: "finished" };

/** Something that the reader's code printed, or what ended it. */
export interface Line {
  readonly level: "log" | "error";
  readonly text: string;
}

/** A request and what became of it. */
export interface Exchange {
  /** Tells exchanges apart, in the order in which they began. */
  readonly index: number;
  readonly request: Message & { readonly method: string; readonly url: string };
  /** Left out as long as no answer came. */
  readonly answer?: Message & { readonly status: number };
  /** Why no answer came. */
  readonly failure?: string;
  /** What the server's journal says of it. */
  readonly explanation?: string;
}

/** Headers and body of a request or an answer, as they are shown; the body is left out as long as it has not come. */
export interface Message {
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body?: string;
}
