import { expect } from "../conformance-error.ts";
import type { OperationSpec } from "../operation-spec.ts";
import { refusesStrangers, refusesUnknown } from "../refusals.ts";

const flags = ["notifyBriefs", "notifyConnections", "notifyChanges"] as const;

/** Specification, sections 3 and 4.1. */
export const bindingsUpdate: OperationSpec<"bindings.update"> = {
  id: "bindings.update",
  success: {
    title: "changes the flags of the body and leaves everything else as it is",
    async run(service) {
      let before = await service.succeed("bindings.update");
      for (const flag of flags) {
        const change = { [flag]: !before[flag] };
        const after = await service.succeed("bindings.update", { body: change });
        expect(isSame(after, { ...before, ...change }), `changing ${flag} changed something else, or nothing`);
        before = after;
      }
    },
  },
  errors: {
    400: {
      title: "refuses a flag that is not a boolean and a body that is not an object",
      async run(service) {
        for (const flag of flags) await service.refuse("bindings.update", 400, { body: { [flag]: "yes" } });
        await service.refuse("bindings.update", 400, { body: [] });
      },
    },
    401: refusesStrangers("bindings.update"),
    404: refusesUnknown("bindings.update", ["brainId", "bindingId"]),
  },
};

function isSame(left: object, right: object): boolean {
  const sorted = (value: object) => JSON.stringify(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
  return sorted(left) === sorted(right);
}
