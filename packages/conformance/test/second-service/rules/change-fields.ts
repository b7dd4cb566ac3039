import type { ServiceRequest } from "../http/service-request.ts";
import type { PresentedRecords } from "./presented-records.ts";
import type { RuleChange } from "./rule-change.ts";

/** Changes fields of a record in responses. `undefined` leaves a field out. */
export function changeFields<N extends keyof PresentedRecords>(
  name: N,
  change: (record: PresentedRecords[N], request: ServiceRequest) => object,
): RuleChange {
  return ({ present }) => ({
    present: {
      ...present,
      [name]: (record: PresentedRecords[N], request: ServiceRequest) => ({
        ...present[name](record, request),
        ...change(record, request),
      }),
    },
  });
}
