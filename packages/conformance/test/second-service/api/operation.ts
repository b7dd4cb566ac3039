import type { ServiceState } from "../service-state.ts";
import type { Call } from "./call.ts";

/** Carries out an operation and returns the body of its response. */
export type Operation = (service: ServiceState, call: Call) => object;
