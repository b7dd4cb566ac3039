import type { RuntimeCheck } from "./check.ts";
import { clientChecks } from "./client-checks.ts";
import { connectionChecks } from "./connection-checks.ts";
import { serverChecks } from "./server-checks.ts";

/** The checks of a bundle. Connections depend on the runtime only. */
export const bundleChecks: readonly RuntimeCheck[] = [...clientChecks, ...serverChecks];

/** The checks that every runtime passes, except for the limitations. */
export const allChecks: readonly RuntimeCheck[] = [...bundleChecks, ...connectionChecks];
