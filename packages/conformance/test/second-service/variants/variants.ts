import { dataVariants } from "./data-variants.ts";
import { errorVariants } from "./error-variants.ts";
import { indexVariants } from "./index-variants.ts";
import { operationVariants } from "./operation-variants.ts";
import { transportVariants } from "./transport-variants.ts";
import type { Variant } from "./variant.ts";

/** Everything in which the service may differ from its default without violating the specification, by name. */
export const variants = {
  ...transportVariants,
  ...errorVariants,
  ...dataVariants,
  ...indexVariants,
  ...operationVariants,
} satisfies Readonly<Record<string, Variant>>;
