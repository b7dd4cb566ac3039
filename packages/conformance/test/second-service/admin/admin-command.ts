import type { ServiceState } from "../service-state.ts";

/** A command of the admin API. Returns the body of its response. */
export type AdminCommand = (service: ServiceState, input: Readonly<Record<string, unknown>>) => object;
