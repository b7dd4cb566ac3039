import { channelBindingSchema, contract, type Operation, type OperationId } from "@knowledge-base/types";
import { assert } from "../assert.ts";
import type { ConformanceGroup } from "../conformance-case.ts";
import { expectIndexWithPage } from "../expectations/expect-index-with-page.ts";
import { isSameRecord } from "../expectations/is-same-record.ts";
import { unknownId, unknownIds } from "../request.ts";
import type { Service } from "../service.ts";

const operationIds = Object.keys(contract) as OperationId[];
const apiKey = null;

/** Specification, section 5. */
export const authentication: ConformanceGroup = {
  title: "Authentication",
  cases: {
    "before-validation": {
      title: "returns 401 before it validates queries",
      sentences: ["5/key-required", "5/invalid-key", "7/401"],
      level: "required",
      async run(service) {
        await service.expectError("promptIndex.get", 401, { ids: { brainId: unknownId }, query: "limit=many", apiKey });
        await service.expectError("channels.list", 401, { ids: { brainId: unknownId }, query: "", apiKey });
      },
    },
    "before-body-validation": {
      title: "returns 401 before it validates bodies",
      sentences: ["5/key-required", "5/invalid-key", "7/401"],
      level: "required",
      needs: { write: true },
      async run(service) {
        const ids = unknownIds("bindings.update");
        await service.expectError("bindings.update", 401, { ids, body: { notifyBriefs: "yes" }, apiKey });
        await service.expectError("bindings.update", 401, { ids, text: "{", apiKey });
      },
    },
    "before-existence": {
      title: "returns 401 for reads of records that do not exist",
      sentences: ["5/key-required", "5/invalid-key", "7/401"],
      level: "required",
      run: (service) => expectUnauthorized(service, ({ method }) => method === "GET"),
    },
    "before-existence-of-written": {
      title: "returns 401 for writes to records that do not exist",
      sentences: ["5/key-required", "5/invalid-key", "7/401"],
      level: "required",
      needs: { write: true },
      run: (service) => expectUnauthorized(service, ({ method }) => method !== "GET"),
    },
    "other-headers": {
      title: "rejects the key in any other header",
      sentences: ["5/key-required", "4/key-header"],
      level: "required",
      needs: { records: ["brainId"] },
      async run(service) {
        const key = service.apiKey;
        for (const headers of [
          { authorization: `Bearer ${key}` },
          { authorization: key },
          { "api-key": key },
          { cookie: `x-api-key=${key}` },
        ]) {
          await service.expectError("promptIndex.get", 401, { apiKey, headers });
        }
      },
    },
    "similar-key": {
      title: "rejects a key that is similar to a valid one",
      sentences: ["5/invalid-key", "7/401"],
      level: "required",
      needs: { records: ["brainId"] },
      async run(service) {
        const key = service.apiKey;
        const patterns = ["%", "*", "_".repeat(key.length)];
        for (const similar of [`${key}x`, `x${key}`, key.slice(0, -1), swapCase(key), `${key},x`, ...patterns]) {
          if (similar !== key) await service.expectError("promptIndex.get", 401, { apiKey: similar });
        }
      },
    },
    "deleted-key": {
      title: "rejects a deleted key",
      sentences: ["5/invalid-key", "7/401"],
      level: "required",
      needs: { records: ["brainId", "deletedApiKey"] },
      run: (service) => service.expectError("promptIndex.get", 401, { apiKey: service.recordId("deletedApiKey") }),
    },
    "key-of-member": {
      title: "accepts the key of another member",
      sentences: ["5/organization", "5/invalid-key"],
      level: "required",
      needs: { records: ["brainId", "memberApiKey"] },
      async run(service) {
        const response = await service.send("promptIndex.get", { apiKey: service.recordId("memberApiKey") });
        // The specification does not define which roles may call which operation.
        if (response.status === 403) return;
        expectIndexWithPage(response);
      },
    },
    "key-in-query": {
      title: "rejects the key in a query parameter",
      sentences: ["5/key-required", "4/key-header"],
      level: "required",
      // The key gets into the URL, which servers may log: only for records and keys that are made for tests.
      needs: { write: true, records: ["brainId"] },
      async run(service) {
        for (const name of ["x-api-key", "x_api_key", "apiKey", "apikey", "api_key", "key", "token", "access_token"]) {
          const query = `${name}=${encodeURIComponent(service.apiKey)}`;
          await service.expectError("promptIndex.get", 401, { query, apiKey });
        }
      },
    },
    "nothing-changes": {
      title: "changes nothing without a key",
      sentences: ["5/key-required", "5/invalid-key"],
      level: "required",
      needs: { write: true, records: ["brainId", "bindingId"] },
      async run(service) {
        const before = await service.expectSuccess("bindings.update");
        const body = { notifyBriefs: !before.notifyBriefs };
        (await service.send("bindings.update", { body, apiKey: null })).expectNoSuccess();
        assert(
          isSameRecord(channelBindingSchema, before, await service.expectSuccess("bindings.update")),
          "a request without a key changed the binding",
        );
      },
    },
  },
};

/** Sends requests of some operations for unknown records with an invalid key. */
async function expectUnauthorized(service: Service, isIncluded: (operation: Operation) => boolean): Promise<void> {
  for (const id of operationIds.filter((operation) => isIncluded(contract[operation]))) {
    await service.expectError(id, 401, { ids: unknownIds(id), apiKey: "not-a-key" });
  }
}

function swapCase(text: string): string {
  return text.replaceAll(/[a-z]/gi, (letter) => (/[a-z]/.test(letter) ? letter.toUpperCase() : letter.toLowerCase()));
}
