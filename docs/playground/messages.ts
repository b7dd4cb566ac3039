import type { State } from "@knowledge-base/server";

/** What the page asks of the worker. */
export type Order =
  | { readonly kind: "begin"; readonly state: State | undefined }
  | { readonly kind: "run"; readonly code: string };

/** What the worker tells the page. */
export type Report =
  /** The worker, or a run of it, has begun. */
  | { readonly kind: "begun"; readonly state: Required<State> }
  | { readonly kind: "line"; readonly line: Line }
  | { readonly kind: "exchange"; readonly exchange: Exchange }
  | { readonly kind: "finished"; readonly state: Required<State> };

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

/** Headers and body of a request or an answer; the body is left out as long as it has not come. */
export interface Message {
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body?: string;
}
