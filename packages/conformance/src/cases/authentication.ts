import { contract, type OperationId } from "@knowledge-base/types";
import { madeUpId, type Service } from "../run/service.ts";
import { type Cases, required } from "./case.ts";
import { expectUnchanged } from "./observation.ts";

const operationIds = Object.keys(contract) as OperationId[];
const reads = operationIds.filter((id) => contract[id].method === "GET");
const writes = operationIds.filter((id) => contract[id].method !== "GET");
const apiKey = null;

/** Specification, section 5. */
export const authentication: Cases = {
  "before-validation": required("returns 401 before it validates queries", "5 7", [], async (service) => {
    const ids = { brainId: madeUpId };
    await service.expectError("promptIndex.get", 401, { ids, query: "limit=many", apiKey });
    await service.expectError("channels.list", 401, { ids, query: "", apiKey });
  }),
  "before-body-validation": required("returns 401 before it validates bodies", "5 7", ["write"], async (service) => {
    const ids = service.unknownIds("bindings.update");
    await service.expectError("bindings.update", 401, { ids, body: { notifyBriefs: "yes" }, apiKey });
    await service.expectError("bindings.update", 401, { ids, text: "{", apiKey });
  }),
  "before-existence": required("returns 401 for reads of records that don't exist", "5 7", [], (service) =>
    expectUnauthorized(service, reads),
  ),
  "before-existence-of-written": required(
    "returns 401 for writes to records that don't exist",
    "5 7",
    ["write"],
    (service) => expectUnauthorized(service, writes),
  ),
  "other-headers": required("rejects the key in any other header", "5 4", ["brainId"], async (service) => {
    const key = service.apiKey;
    const authorizations = [{ authorization: `Bearer ${key}` }, { authorization: key }];
    for (const headers of [...authorizations, { "api-key": key }, { cookie: `x-api-key=${key}` }]) {
      await service.expectError("promptIndex.get", 401, { apiKey, headers });
    }
  }),
  "similar-key": required("rejects a key that is similar to a valid one", "5 7", ["brainId"], async (service) => {
    const key = service.apiKey;
    const patterns = ["%", "*", "_".repeat(key.length)];
    for (const similar of [`${key}x`, `x${key}`, key.slice(0, -1), swapCase(key), `${key},x`, ...patterns]) {
      if (similar !== key) await service.expectError("promptIndex.get", 401, { apiKey: similar });
    }
  }),
  "deleted-key": required("rejects a deleted key", "5 7", ["brainId", "deletedApiKey"], (service, { deletedApiKey }) =>
    service.expectError("promptIndex.get", 401, { apiKey: deletedApiKey }),
  ),
  "key-of-member": required(
    "accepts the key of another member",
    "5",
    ["brainId", "memberApiKey"],
    async (service, given) => {
      const response = await service.send("promptIndex.get", { apiKey: given.memberApiKey });
      // The specification doesn't define which roles may call which operation.
      if (response.status !== 403) response.expectStatus(200);
    },
  ),
  // The key gets into the URL, which servers may log: only for records and keys that are made for tests.
  "key-in-query": required("rejects the key in a query parameter", "5 4", ["write", "brainId"], async (service) => {
    for (const name of ["x-api-key", "x_api_key", "apiKey", "apikey", "api_key", "key", "token", "access_token"]) {
      const query = `${name}=${encodeURIComponent(service.apiKey)}`;
      await service.expectError("promptIndex.get", 401, { query, apiKey });
    }
  }),
  "nothing-changes": required(
    "changes nothing without a key",
    "5",
    ["write", "brainId", "slug", "bindingId"],
    (service) =>
      expectUnchanged(service, async () => {
        for (const body of [{ notifyBriefs: true }, { notifyBriefs: false }]) {
          await service.expectRejection("bindings.update", { body, apiKey });
        }
        for (const id of ["oauth.start", "bindings.unbind", "pages.archive"] as const) {
          await service.expectRejection(id, { apiKey });
        }
      }),
  ),
};

/** Sends requests for records that don't exist with an invalid key. */
async function expectUnauthorized(service: Service, ids: readonly OperationId[]): Promise<void> {
  for (const id of ids) await service.expectError(id, 401, { ids: service.unknownIds(id), apiKey: "not-a-key" });
}

function swapCase(text: string): string {
  return text.replaceAll(/[a-z]/gi, (letter) => (/[a-z]/.test(letter) ? letter.toUpperCase() : letter.toLowerCase()));
}
