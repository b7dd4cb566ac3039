import type { OperationId } from "@knowledge-base/types";
import { madeUpId, type Service } from "../run/service.ts";
import { casesAbout, casesOf, readOperations, writeOperations } from "./case.ts";
import { expectNoWrites } from "./helpers/observe.ts";

const apiKey = null;
const aboutAnyRequest = casesAbout({ sections: ["5", "7"] });
const aboutKey = casesAbout({ sections: ["5", "4", "7"], needs: ["brainId"] });

/** Specification, section 5. */
export const authenticationCases = casesOf("authentication", {
  "before-validation": aboutAnyRequest.required("returns 401 before it validates queries", async (service) => {
    const ids = { brainId: madeUpId };
    await service.expectError("promptIndex.get", 401, { ids, query: "limit=many", apiKey });
    await service.expectError("channels.list", 401, { ids, query: "", apiKey });
  }),
  "before-body-validation": aboutAnyRequest.required(
    "returns 401 before it validates bodies",
    ["write"],
    async (service) => {
      const ids = service.unknownIds("bindings.update");
      await service.expectError("bindings.update", 401, { ids, body: { notifyBriefs: "yes" }, apiKey });
      await service.expectError("bindings.update", 401, { ids, text: "{", apiKey });
    },
  ),
  "before-existence": aboutAnyRequest.required("returns 401 for reads of records that do not exist", (service) =>
    expectUnauthorized(service, readOperations),
  ),
  "before-existence-of-written": aboutAnyRequest.required(
    "returns 401 for writes to missing records",
    ["write"],
    (service) => expectUnauthorized(service, writeOperations),
  ),
  "other-headers": aboutKey.required("rejects the key in any other header", async (service) => {
    const key = service.target.apiKey;
    const authorizations = [{ authorization: `Bearer ${key}` }, { authorization: key }];
    for (const headers of [...authorizations, { "api-key": key }, { cookie: `x-api-key=${key}` }])
      await service.expectError("promptIndex.get", 401, { apiKey, headers });
  }),
  "similar-key": aboutKey.required("rejects a key that is similar to a valid one", async (service) => {
    const key = service.target.apiKey;
    const patterns = ["%", "*", "_".repeat(key.length)];
    for (const similar of [`${key}x`, `x${key}`, key.slice(0, -1), swapCase(key), `${key},x`, ...patterns])
      if (similar !== key) await service.expectError("promptIndex.get", 401, { apiKey: similar });
  }),
  "deleted-key": aboutKey.required("rejects a deleted key", ["deletedApiKey"], (service, { deletedApiKey }) =>
    service.expectError("promptIndex.get", 401, { apiKey: deletedApiKey }),
  ),
  "key-of-member": aboutKey.required("accepts the key of another member", ["memberApiKey"], async (service, given) => {
    const response = await service.send("promptIndex.get", { apiKey: given.memberApiKey });
    // The specification doesn't define which roles may call which operation.
    if (response.status !== 403) response.expectStatus(200);
  }),
  // The key gets into the URL, which servers may log: only for records and keys that are made for tests.
  "key-in-query": aboutKey.required("rejects the key in a query parameter", ["write"], async (service) => {
    for (const name of ["x-api-key", "x_api_key", "apiKey", "apikey", "api_key", "key", "token", "access_token"]) {
      const query = `${name}=${encodeURIComponent(service.target.apiKey)}`;
      await service.expectError("promptIndex.get", 401, { query, apiKey });
    }
  }),
  "nothing-changes": aboutKey.required("changes nothing without a key", ["write", "slug", "bindingId"], (service) =>
    expectNoWrites(service, apiKey),
  ),
});

async function expectUnauthorized(service: Service, operations: readonly OperationId[]): Promise<void> {
  for (const id of operations) await service.expectError(id, 401, { ids: service.unknownIds(id), apiKey: "not-a-key" });
}

function swapCase(text: string): string {
  return text.replaceAll(/[a-z]/gi, (letter) => (/[a-z]/.test(letter) ? letter.toUpperCase() : letter.toLowerCase()));
}
