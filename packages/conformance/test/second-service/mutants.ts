import { accessMutants } from "./mutants-access.ts";
import { bindingMutants } from "./mutants-bindings.ts";
import { errorMutants } from "./mutants-errors.ts";
import { indexMutants } from "./mutants-index.ts";
import { pageMutants } from "./mutants-pages.ts";

/** Everything that the service can do wrong, by name. */
export const mutants = { ...pageMutants, ...indexMutants, ...bindingMutants, ...accessMutants, ...errorMutants };
