import { replacePathParams } from "@knowledge-base/internal/url";
import { contract, type OperationId } from "@knowledge-base/types";
import { madeUpId, unknownIdLike } from "../../run/service.ts";
import { type ConformanceCase, casesAbout } from "../case.ts";
import { successRequirements } from "../response-rules.ts";

function casesOf(id: OperationId) {
  const [section] = successRequirements[id].sections;
  return casesAbout({ sections: [section, "7"], needs: contract[id].method === "GET" ? [] : ["write"] });
}

/**
 * Returns the cases about 401 and 404, which all operations have in common. A 400 depends on what can be invalid. Specification,
 * sections 5 and 7.
 *
 * @param records - records of the request, besides the brain, that must exist
 */
export function errorCases(id: OperationId, ...records: readonly ("slug" | "installationId")[]) {
  const { required } = casesOf(id);
  const names = ["brainId", ...records] as const;
  return {
    "returns-401": required("returns 401 without an API key, with an empty and an invalid one", async (service) => {
      const ids = service.safeIds(id);
      for (const apiKey of [null, "", "not-a-key"]) await service.expectError(id, 401, { ids, apiKey });
    }),
    "returns-404": required(
      `returns 404 for a ${names.join(" or ")} that does not exist`,
      names,
      async (service, given) => {
        // The role of the key may not be allowed to read it.
        if (contract[id].method === "GET") await service.call(id);
        await service.expectError(id, 404, { ids: service.unknownIds(id) });
        for (const name of names) {
          // A made-up id may have another form than the ids of the service, which may be a 400.
          const ids = name === "brainId" ? service.unknownIds(id) : {};
          await service.expectRejection(id, { ids: { ...ids, [name]: madeUpId } });
          await service.expectError(id, 404, { ids: { ...ids, [name]: unknownIdLike(given[name]) } });
        }
      },
    ),
  };
}

/** The case about the 400 of an operation without a query and a body: only its path can be invalid. */
export function malformedPathCase(id: OperationId): ConformanceCase {
  const { method, path } = contract[id];
  const malformed = replacePathParams(path, (name) => (name === "brainId" ? "%E0%A4%A" : madeUpId));
  return casesOf(id).choice("returns 400 for a path parameter that is not percent-encoded UTF-8", async (service) =>
    (await service.request(method, malformed)).expectStatus(400),
  );
}
