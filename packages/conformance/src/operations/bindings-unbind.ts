import { assert } from "../assert.ts";
import type { OperationSpec } from "../conformance-case.ts";
import { expectNothingRemoved } from "../expectations/expect-nothing-removed.ts";
import { unbindOnce } from "../expectations/unbind-once.ts";
import { unknownId } from "../request.ts";
import { sentencesOf } from "../specification/sentences-of.ts";
import { bindingsUnbindEffects } from "./bindings-unbind-effects.ts";
import { malformedPathCase, notFoundCase, unauthorizedCase } from "./error-cases.ts";

const id = "bindings.unbind";

/** Specification, sections 3 and 4.6. */
export const bindingsUnbind: OperationSpec<typeof id> = {
  id,
  success: {
    title: "removes the binding",
    sentences: ["4.6/success", "4.6/request", "4.6/no-body", "4.6/one-channel", "3/unbind", ...sentencesOf("2.8")],
    level: "required",
    needs: { write: true, records: ["brainId", "bindingId"] },
    async run(service) {
      const { disconnected } = await unbindOnce(service);
      assert(disconnected, "the response reports that nothing was disconnected");
      await service.eventually(async () => (await service.send("bindings.update")).expectNoSuccess());
    },
  },
  errors: {
    400: malformedPathCase(id),
    401: unauthorizedCase(id),
    404: notFoundCase(id),
  },
  rules: {
    "unknown-binding": {
      title: "removes nothing, and does not report a removal, for a bindingId that does not exist",
      sentences: ["2.8/disconnected", "4.6/one-channel", "3/unbind"],
      level: "required",
      needs: { write: true, records: ["brainId", "bindingId"] },
      async run(service) {
        expectNothingRemoved(await service.send(id, { ids: { bindingId: unknownId } }));
        await service.expectSuccess("bindings.update");
      },
    },
    "unknown-binding-status": {
      title: "returns 404 for a bindingId that does not exist",
      sentences: ["7/404", "4.6/errors"],
      level: "choice",
      needs: { write: true, records: ["brainId"] },
      run: (service) => service.expectError(id, 404, { ids: { bindingId: unknownId } }),
    },
    ...bindingsUnbindEffects,
    notifications: {
      title: "ends the notifications of the channel",
      sentences: ["4.6/one-channel", "3/unbind"],
      level: "required",
      needs: { write: true, records: ["brainId", "bindingId", "slug"], controls: ["notify"] },
      async run(service) {
        const bindingId = service.recordId("bindingId");
        const page = { brainId: service.recordId("brainId"), slug: service.recordId("slug") };
        await unbindOnce(service);
        for (const kind of ["brief", "connection", "change"] as const) {
          const notified = await service.control("notify")({ kind, ...page });
          assert(!notified.includes(bindingId), `the channel was notified of a ${kind} after its binding was removed`);
        }
      },
    },
    again: {
      title: "returns 404 for a binding that was removed",
      sentences: ["4.6/errors", "7/404"],
      level: "choice",
      needs: { write: true, records: ["brainId", "bindingId"] },
      async run(service) {
        await unbindOnce(service);
        await service.expectError(id, 404);
        await service.expectError("bindings.update", 404);
      },
    },
  },
};
