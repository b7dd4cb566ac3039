import fc from "fast-check";
import type { Call } from "./call.ts";
import type { ModelState } from "./model-state.ts";

/** Chooses a call that suits the state of the model; undefined if there is none. */
export type Step = (modelState: ModelState) => Call | undefined;

/** Steps whose fields are chosen at random. */
export function stepOf<Fields extends object>(
  fields: { readonly [Name in keyof Fields]: fc.Arbitrary<Fields[Name]> },
  call: (fields: Fields, modelState: ModelState) => Call | undefined,
): fc.Arbitrary<Step> {
  return fc
    .record<Fields>(fields as { [Name in keyof Fields]: fc.Arbitrary<Fields[Name]> })
    .map((chosen) => (modelState) => {
      return call(chosen as Fields, modelState);
    });
}
