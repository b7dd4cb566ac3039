import { expect } from "../conformance-error.ts";
import type { OperationSpec } from "../operation-spec.ts";
import { refusesMalformedPath, refusesStrangers, refusesUnknown } from "../refusals.ts";

/** Specification, sections 3 and 4.6. */
export const bindingsUnbind: OperationSpec<"bindings.unbind"> = {
  id: "bindings.unbind",
  success: {
    title: "removes the binding and leaves its installation",
    async run(service) {
      const { disconnected } = await service.succeed("bindings.unbind");
      expect(disconnected, "the answer says that nothing was disconnected");
      await service.refuse("bindings.update", 404);
      await service.succeed("channels.list");
    },
  },
  errors: {
    400: refusesMalformedPath("bindings.unbind"),
    401: refusesStrangers("bindings.unbind"),
    404: refusesUnknown("bindings.unbind", ["brainId", "bindingId"]),
  },
};
