import { type BindingFlags, channelBindingSchema } from "@knowledge-base/types";
import { assert } from "../assert.ts";
import type { OperationSpec } from "../conformance-case.ts";
import { bindingFlags, restoringFlags } from "../expectations/binding-flags.ts";
import { isSameRecord } from "../expectations/is-same-record.ts";
import { sentencesOf } from "../specification/sentences-of.ts";
import { bindingsNotifications } from "./bindings-notifications.ts";
import { bindingsRecord } from "./bindings-record.ts";
import { bindingsUpdateInput } from "./bindings-update-input.ts";
import { notFoundCase, unauthorizedCase } from "./error-cases.ts";

const id = "bindings.update";

/** Specification, sections 3 and 4.1. */
export const bindingsUpdate: OperationSpec<typeof id> = {
  id,
  success: {
    title: "changes one, two or all of the flags in the body, and nothing else",
    sentences: [
      "4.1/success",
      "4.1/request",
      "4.1/content-type",
      "4.1/body",
      "4.1/notifyBriefs",
      "4.1/notifyConnections",
      "4.1/notifyChanges",
      "3/update",
      "2/type-names",
      ...sentencesOf("2.5"),
    ],
    level: "required",
    needs: { write: true, records: ["brainId", "bindingId"] },
    run: (service) =>
      restoringFlags(service, "bindingId", async (original) => {
        let before = original;
        for (const change of createChanges(original)) {
          const after = await service.expectSuccess(id, { body: change });
          assert(
            isSameRecord(channelBindingSchema, after, { ...before, ...change }),
            `with the body ${JSON.stringify(change)} the binding ${JSON.stringify(before)} became ${JSON.stringify(after)}`,
          );
          before = after;
        }
      }),
  },
  errors: {
    400: {
      title: "returns 400 for a flag that is not a boolean, and for a body that is not an object",
      sentences: ["4.1/errors", "7/400", "4.1/notifyBriefs", "4.1/notifyConnections", "4.1/notifyChanges"],
      level: "required",
      needs: { write: true, records: ["brainId", "bindingId"] },
      async run(service) {
        for (const flag of bindingFlags) {
          for (const value of ["yes", "true", 1, 0, null])
            await service.expectError(id, 400, { body: { [flag]: value } });
        }
        for (const body of [[], "text", 1]) await service.expectError(id, 400, { body });
      },
    },
    401: unauthorizedCase(id),
    404: notFoundCase(id),
  },
  rules: { ...bindingsUpdateInput, ...bindingsRecord, ...bindingsNotifications },
};

/** Returns bodies of updates: each flag alone, then all but one, and all, which are on, off, and as they were. */
function createChanges(original: BindingFlags): Partial<BindingFlags>[] {
  const set = (value: boolean, flags: readonly (keyof BindingFlags)[] = bindingFlags) =>
    Object.fromEntries(flags.map((flag) => [flag, value]));
  return [
    ...bindingFlags.map((flag) => ({ [flag]: !original[flag] })),
    ...[true, false].flatMap((value) => [
      set(value),
      ...bindingFlags.map((omitted) =>
        set(
          !value,
          bindingFlags.filter((flag) => flag !== omitted),
        ),
      ),
    ]),
    Object.fromEntries(bindingFlags.map((flag) => [flag, original[flag]])),
  ];
}
