import type { BindingFlags, ChannelBinding } from "@knowledge-base/types";
import { assert } from "../assert.ts";
import type { OperationSpec } from "../conformance-case.ts";
import { jsonEqual } from "../json-equal.ts";
import { unknownId } from "../request.ts";
import type { Service } from "../service.ts";
import type { NotificationKind } from "../target.ts";
import { notFoundCase, unauthorizedCase } from "./error-cases.ts";

const id = "bindings.update";
const flags = ["notifyBriefs", "notifyConnections", "notifyChanges"] as const;

/** Specification, sections 3 and 4.1. */
export const bindingsUpdate: OperationSpec<typeof id> = {
  id,
  success: {
    title: "changes the flags that are given, each alone and all together, and leaves everything else as it is",
    section: "4.1",
    level: "required",
    needs: { write: true, records: ["brainId", "bindingId"] },
    run: (service) =>
      restoringFlags(service, async (original) => {
        let before = original;
        const together = Object.fromEntries(flags.map((flag) => [flag, original[flag]]));
        for (const change of [...flags.map((flag) => ({ [flag]: !original[flag] })), together]) {
          const after = await service.expectSuccess(id, { body: change });
          const expected = { ...before, ...change };
          assert(
            jsonEqual(after, expected),
            `with the body ${JSON.stringify(change)} the binding ${JSON.stringify(before)} became ${JSON.stringify(after)}`,
          );
          before = after;
        }
      }),
  },
  errors: {
    400: {
      title: "returns 400 for a flag that is not a boolean, and for a body that is no object",
      section: "4.1",
      level: "required",
      needs: { write: true, records: ["brainId", "bindingId"] },
      async run(service) {
        for (const flag of flags) {
          for (const value of ["yes", 1, null]) await service.expectError(id, 400, { body: { [flag]: value } });
        }
        for (const body of [[], "text", 1]) await service.expectError(id, 400, { body });
      },
    },
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
    "empty-body": {
      title: "accepts an empty object, and then changes nothing",
      section: "4.1",
      level: "required",
      needs: { write: true, records: ["brainId", "bindingId"] },
      async run(service) {
        const before = await service.expectSuccess(id, { body: {} });
        assert(jsonEqual(before, await service.expectSuccess(id, { body: {} })), "the binding changed");
      },
    },
    "all-or-nothing": {
      title: "changes nothing if one of the flags is invalid",
      section: "4.1",
      level: "required",
      needs: { write: true, records: ["brainId", "bindingId"] },
      async run(service) {
        const before = await service.expectSuccess(id);
        await service.expectError(id, 400, { body: { notifyBriefs: !before.notifyBriefs, notifyChanges: "yes" } });
        assert(jsonEqual(before, await service.expectSuccess(id)), "a rejected request changed the binding");
      },
    },
    "malformed-json": {
      title: "returns 400 for a body that is not JSON",
      section: "4",
      level: "required",
      needs: { write: true, records: ["brainId", "bindingId"] },
      run: (service) => service.expectError(id, 400, { text: '{"notifyBriefs":' }),
    },
    "missing-body": {
      title: "treats a missing body as an empty object",
      section: "4.1",
      level: "choice",
      needs: { write: true, records: ["brainId", "bindingId"] },
      async run(service) {
        await service.expectSuccess(id, { text: null });
      },
    },
    "unknown-fields": {
      title: "ignores fields that the specification does not know",
      section: "4.1",
      level: "choice",
      needs: { write: true, records: ["brainId", "bindingId"] },
      async run(service) {
        const before = await service.expectSuccess(id);
        const after = await service.expectSuccess(id, { body: { status: "disabled", color: "blue" } });
        assert(jsonEqual(before, after), "the binding changed");
      },
    },
    "content-type": {
      title: "returns 400 for a body that is not labelled application/json",
      section: "4.1",
      level: "choice",
      needs: { write: true, records: ["brainId", "bindingId"] },
      run: (service) => service.expectError(id, 400, { body: {}, headers: { "content-type": "text/plain" } }),
    },
    "body-size": {
      title: "returns 413 for a body of more than 100 KiB",
      section: "8",
      level: "choice",
      needs: { write: true, records: ["brainId", "bindingId"] },
      run: (service) => service.expectError(id, 413, { body: { padding: "x".repeat(100 * 1024) } }),
    },
    notifications: {
      title: "notifies a channel of what its flags ask for, and of nothing else",
      section: "6",
      level: "required",
      needs: { write: true, records: ["brainId", "bindingId", "slug"], controls: ["notify"] },
      run: (service) =>
        restoringFlags(service, async () => {
          for (const [kind, flag] of Object.entries(flagOfKind)) {
            for (const wanted of [true, false]) {
              const others = Object.fromEntries(flags.map((name) => [name, !wanted]));
              await service.expectSuccess(id, { body: { ...others, [flag]: wanted } });
              const isNotified = await isBindingNotified(service, kind as NotificationKind);
              const not = wanted ? "not " : "";
              assert(isNotified === wanted, `with ${flag} ${wanted} the channel was ${not}notified of a ${kind}`);
            }
          }
        }),
    },
  },
};

const flagOfKind: Readonly<Record<NotificationKind, keyof BindingFlags>> = {
  brief: "notifyBriefs",
  connection: "notifyConnections",
  change: "notifyChanges",
};

async function isBindingNotified(service: Service, kind: NotificationKind): Promise<boolean> {
  const notify = service.control("notify");
  const notified = await notify({ kind, brainId: service.recordId("brainId"), slug: service.recordId("slug") });
  return notified.includes(service.recordId("bindingId"));
}

/** Calls a function with the binding, and restores its flags afterwards. */
async function restoringFlags(service: Service, use: (binding: ChannelBinding) => Promise<void>): Promise<void> {
  const binding = await service.expectSuccess(id);
  try {
    await use(binding);
  } finally {
    await service.send(id, { body: Object.fromEntries(flags.map((flag) => [flag, binding[flag]])) });
  }
}
