import { contract, type OperationId } from "@knowledge-base/types";
import type { ConformanceGroup } from "../conformance-case.ts";
import { expect } from "../deviation.ts";
import { idsOfNobody, nobody } from "../request.ts";
import { isSame } from "../same.ts";

const operationIds = Object.keys(contract) as OperationId[];

/** Specification, section 5. */
export const authentication: ConformanceGroup = {
  title: "Authentication",
  cases: {
    "before-validation": {
      title: "answers 401 before it looks at queries and bodies",
      section: "5",
      async run(service) {
        const apiKey = null;
        await service.refuse("promptIndex.get", 401, { ids: { brainId: nobody }, query: "limit=many", apiKey });
        await service.refuse("channels.list", 401, { ids: { brainId: nobody }, query: "", apiKey });
        const binding = { brainId: nobody, bindingId: nobody };
        await service.refuse("bindings.update", 401, { ids: binding, body: { notifyBriefs: "yes" }, apiKey });
        await service.refuse("bindings.update", 401, { ids: binding, text: "{", apiKey });
      },
    },
    "before-existence": {
      title: "answers 401 for records that do not exist",
      section: "5",
      async run(service) {
        for (const id of operationIds) await service.refuse(id, 401, { ids: idsOfNobody(id), apiKey: "not-a-key" });
      },
    },
    "other-headers": {
      title: "takes the key from no other header",
      section: "5",
      async run(service) {
        const headers = { authorization: `Bearer ${service.apiKey}` };
        await service.refuse("promptIndex.get", 401, { apiKey: null, headers });
      },
    },
    "nothing-changes": {
      title: "changes nothing without a key",
      section: "5",
      async run(service) {
        const before = await service.succeed("bindings.update");
        const body = { notifyBriefs: !before.notifyBriefs };
        (await service.send("bindings.update", { body, apiKey: null })).expectRefusal();
        expect(isSame(before, await service.succeed("bindings.update")), "a request without a key changed the binding");
      },
    },
  },
};
