import type { shapes } from "./shapes.ts";

/** A record whose documented fields have been checked. */
export type Shape<N extends keyof typeof shapes> = Readonly<Record<keyof (typeof shapes)[N], unknown>>;
