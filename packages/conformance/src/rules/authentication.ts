import { contract, type OperationId } from "@knowledge-base/types";
import { assert } from "../assert.ts";
import type { ConformanceGroup } from "../conformance-case.ts";
import { jsonEqual } from "../json-equal.ts";
import { unknownId, unknownIds } from "../request.ts";

const operationIds = Object.keys(contract) as OperationId[];

/** Specification, section 5. */
export const authentication: ConformanceGroup = {
  title: "Authentication",
  cases: {
    "before-validation": {
      title: "returns 401 before it validates queries and bodies",
      section: "5",
      async run(service) {
        const apiKey = null;
        await service.expectError("promptIndex.get", 401, { ids: { brainId: unknownId }, query: "limit=many", apiKey });
        await service.expectError("channels.list", 401, { ids: { brainId: unknownId }, query: "", apiKey });
        const binding = { brainId: unknownId, bindingId: unknownId };
        await service.expectError("bindings.update", 401, { ids: binding, body: { notifyBriefs: "yes" }, apiKey });
        await service.expectError("bindings.update", 401, { ids: binding, text: "{", apiKey });
      },
    },
    "before-existence": {
      title: "returns 401 for records that do not exist",
      section: "5",
      async run(service) {
        for (const id of operationIds) await service.expectError(id, 401, { ids: unknownIds(id), apiKey: "not-a-key" });
      },
    },
    "other-headers": {
      title: "accepts the key in no other header",
      section: "5",
      async run(service) {
        const headers = { authorization: `Bearer ${service.apiKey}` };
        await service.expectError("promptIndex.get", 401, { apiKey: null, headers });
      },
    },
    "nothing-changes": {
      title: "changes nothing without a key",
      section: "5",
      async run(service) {
        const before = await service.expectSuccess("bindings.update");
        const body = { notifyBriefs: !before.notifyBriefs };
        (await service.send("bindings.update", { body, apiKey: null })).expectNoSuccess();
        assert(
          jsonEqual(before, await service.expectSuccess("bindings.update")),
          "a request without a key changed the binding",
        );
      },
    },
  },
};
