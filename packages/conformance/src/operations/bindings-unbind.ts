import { assert } from "../assert.ts";
import type { OperationSpec } from "../conformance-case.ts";
import { jsonEqual } from "../json-equal.ts";
import { unknownId } from "../request.ts";
import { malformedPathCase, notFoundCase, unauthorizedCase } from "./error-cases.ts";

const id = "bindings.unbind";

/** Specification, sections 3 and 4.6. */
export const bindingsUnbind: OperationSpec<typeof id> = {
  id,
  success: {
    title: "removes the binding",
    section: "4.6",
    level: "required",
    needs: { write: true, records: ["brainId", "bindingId"] },
    async run(service) {
      const { disconnected } = await service.unbindOnce();
      assert(disconnected, "the response says that nothing was disconnected");
      (await service.send("bindings.update")).expectNoSuccess();
    },
  },
  errors: {
    400: malformedPathCase(id),
    401: unauthorizedCase(id),
    404: notFoundCase(id),
  },
  rules: {
    "unknown-binding": {
      title: "returns 404 for a bindingId that names nothing",
      section: "7",
      level: "choice",
      needs: { write: true, records: ["brainId"] },
      run: (service) => service.expectError(id, 404, { ids: { bindingId: unknownId } }),
    },
    unaffected: {
      title: "leaves the installation and other bindings as they are",
      section: "4.6",
      level: "required",
      needs: { write: true, records: ["brainId", "bindingId", "secondBindingId", "installationId"] },
      async run(service) {
        const other = { ids: { bindingId: service.recordId("secondBindingId") } };
        const binding = await service.expectSuccess("bindings.update", other);
        const channels = await service.expectSuccess("channels.list");
        await service.unbindOnce();
        assert(jsonEqual(binding, await service.expectSuccess("bindings.update", other)), "another binding changed");
        assert(
          jsonEqual(channels, await service.expectSuccess("channels.list")),
          "the channels of the installation changed",
        );
      },
    },
    again: {
      title: "returns 404 for a binding that was removed",
      section: "4.6",
      level: "choice",
      needs: { write: true, records: ["brainId", "bindingId"] },
      async run(service) {
        await service.unbindOnce();
        await service.expectError(id, 404);
        await service.expectError("bindings.update", 404);
      },
    },
  },
};
