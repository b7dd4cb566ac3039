import { channelBindingSchema } from "@knowledge-base/types";
import { assert } from "../assert.ts";
import type { ConformanceCases } from "../conformance-case.ts";
import { isSameRecord } from "../expectations/is-same-record.ts";
import { unknownId } from "../request.ts";

const id = "bindings.update";
const needs = { write: true, records: ["brainId", "bindingId"] } as const;

/** Cases about the bodies and ids with which a binding is updated. */
export const bindingsUpdateInput: ConformanceCases = {
  "unknown-binding": {
    title: "rejects a bindingId that does not exist",
    sentences: ["4.1/request", "2.5/id"],
    level: "required",
    needs,
    async run(service) {
      await service.expectSuccess(id);
      (await service.send(id, { ids: { bindingId: unknownId } })).expectNoSuccess();
    },
  },
  "unknown-binding-status": {
    title: "returns 404 for a bindingId that does not exist",
    sentences: ["7/404", "4.1/errors"],
    level: "choice",
    needs: { write: true, records: ["brainId"] },
    run: (service) => service.expectError(id, 404, { ids: { bindingId: unknownId } }),
  },
  "empty-body": {
    title: "accepts an empty object without changing anything",
    sentences: ["4.1/body", "3/update"],
    level: "required",
    needs,
    async run(service) {
      const before = await service.expectSuccess(id, { body: {} });
      const after = await service.expectSuccess(id, { body: {} });
      assert(isSameRecord(channelBindingSchema, before, after), "the binding changed");
    },
  },
  "all-or-nothing": {
    title: "changes nothing if one of the flags is invalid",
    sentences: ["4.1/errors", "7/400"],
    level: "required",
    needs,
    async run(service) {
      const before = await service.expectSuccess(id);
      await service.expectError(id, 400, { body: { notifyBriefs: !before.notifyBriefs, notifyChanges: "yes" } });
      const after = await service.expectSuccess(id);
      assert(isSameRecord(channelBindingSchema, before, after), "a rejected request changed the binding");
    },
  },
  "malformed-json": {
    title: "returns 400 for a body that is not JSON",
    sentences: ["4/json", "4.1/content-type", "4.1/errors"],
    level: "required",
    needs,
    async run(service) {
      for (const text of ["{", '{"notifyBriefs":', '{"notifyBriefs":true', "notifyBriefs=true"]) {
        await service.expectError(id, 400, { text });
      }
    },
  },
  "missing-body": {
    title: "treats a missing body as an empty object",
    sentences: ["4.1/body"],
    level: "choice",
    needs,
    async run(service) {
      await service.expectSuccess(id, { text: null });
    },
  },
  "unknown-fields": {
    title: "ignores fields that the specification does not define",
    sentences: ["4.1/body"],
    level: "choice",
    needs,
    async run(service) {
      const before = await service.expectSuccess(id);
      const after = await service.expectSuccess(id, { body: { status: "disabled", color: "blue" } });
      assert(isSameRecord(channelBindingSchema, before, after), "the binding changed");
    },
  },
  "content-type": {
    title: "returns 400 for a body without the content type application/json",
    sentences: ["4.1/content-type"],
    level: "choice",
    needs,
    run: (service) => service.expectError(id, 400, { body: {}, headers: { "content-type": "text/plain" } }),
  },
  "body-size": {
    title: "returns 413 for a body of more than 100 KiB",
    sentences: ["8/rate-limits"],
    level: "choice",
    needs,
    run: (service) => service.expectError(id, 413, { body: { padding: "x".repeat(100 * 1024) } }),
  },
};
