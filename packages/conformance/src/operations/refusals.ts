import type { OperationId } from "@knowledge-base/types";
import type { ConformanceCase } from "../conformance-case.ts";
import { type Ids, idsOfNobody, malformed, nobody } from "../request.ts";

/** 401 without a key and with a wrong one. Specification, section 5. */
export function refusesStrangers(id: OperationId): ConformanceCase {
  return {
    title: "answers 401 without an API key, with an empty one and with an invalid one",
    section: "5",
    async run(service) {
      const ids = service.harmlessIds(id);
      for (const apiKey of [null, "", "not-a-key"]) await service.refuse(id, 401, { ids, apiKey });
    },
  };
}

/** 404 for a brain that does not exist, and for another record in a brain that does. Specification, section 7. */
export function refusesUnknown(id: OperationId, record?: keyof Ids): ConformanceCase {
  return {
    title: `answers 404 for a brainId${record ? ` or ${record}` : ""} that names nothing`,
    section: "7",
    async run(service) {
      await service.refuse(id, 404, { ids: idsOfNobody(id) });
      if (record) await service.refuse(id, 404, { ids: { [record]: nobody } });
    },
  };
}

/** 400 for a path parameter that is not percent-encoded UTF-8: the one malformed input that every operation can get. */
export function refusesMalformedPath(id: OperationId): ConformanceCase {
  return {
    title: "answers 400 for a path parameter that is not percent-encoded UTF-8",
    section: "7",
    isChoice: true,
    run: (service) => service.refuse(id, 400, { ids: { ...idsOfNobody(id), brainId: malformed } }),
  };
}
