import type { ServiceRequest } from "../http/service-request.ts";
import type { PresentedRecords } from "./presented-records.ts";

/** Turns records into JSON objects. A `Date` in the result becomes a timestamp, and `undefined` is left out. */
export type Presenters = {
  readonly [N in keyof PresentedRecords]: (record: PresentedRecords[N], request: ServiceRequest) => object;
};
