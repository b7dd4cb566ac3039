import type { OperationId } from "@knowledge-base/types";
import type { ConformanceCase } from "./operation-spec.ts";

/** The id of no record. */
export const nobody = "no-such-record";

/** 401 without a key and with a wrong one, before anything else is looked at. Specification, section 5. */
export function refusesStrangers(id: OperationId): ConformanceCase {
  return {
    title: "refuses a missing key and an invalid one, even for a brain that does not exist",
    async run(service) {
      await service.refuse(id, 401, { apiKey: null });
      await service.refuse(id, 401, { apiKey: "not-a-key" });
      await service.refuse(id, 401, { apiKey: null, params: { brainId: nobody }, query: "limit=x" });
    },
  };
}

/** 404 for each path parameter that names nothing. Specification, section 7. */
export function refusesUnknown(id: OperationId, params: readonly string[]): ConformanceCase {
  return {
    title: `answers 404 where ${params.join(" or ")} names nothing`,
    async run(service) {
      for (const name of params) await service.refuse(id, 404, { params: { [name]: nobody } });
    },
  };
}

/** 400 for a path parameter that is not percent-encoded UTF-8: the one malformed input that every operation can get. */
export function refusesMalformedPath(id: OperationId): ConformanceCase {
  return {
    title: "refuses a path parameter that is not percent-encoded UTF-8",
    run: (service) => service.refuse(id, 400, { params: { brainId: "%E0%A4%A" } }),
  };
}
