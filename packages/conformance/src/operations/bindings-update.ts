import type { BindingFlags, ChannelBinding } from "@knowledge-base/types";
import { expect } from "../deviation.ts";
import type { OperationSpec } from "../operation-spec.ts";
import { nobody } from "../request.ts";
import { isSame } from "../same.ts";
import type { Service } from "../service.ts";
import type { NotificationKind } from "../target.ts";
import { refusesStrangers, refusesUnknown } from "./refusals.ts";

const id = "bindings.update";
const flags = ["notifyBriefs", "notifyConnections", "notifyChanges"] as const;

/** Specification, sections 3 and 4.1. */
export const bindingsUpdate: OperationSpec<typeof id> = {
  id,
  success: {
    title: "changes the flags that are given, each alone and all together, and leaves everything else as it is",
    section: "4.1",
    run: (service) =>
      keepingFlags(service, async (original) => {
        let before = original;
        const together = Object.fromEntries(flags.map((flag) => [flag, original[flag]]));
        for (const change of [...flags.map((flag) => ({ [flag]: !original[flag] })), together]) {
          const after = await service.succeed(id, { body: change });
          const expected = { ...before, ...change };
          expect(
            isSame(after, expected),
            `with the body ${JSON.stringify(change)} the binding ${JSON.stringify(before)} became ${JSON.stringify(after)}`,
          );
          before = after;
        }
      }),
  },
  errors: {
    400: {
      title: "answers 400 for a flag that is not a boolean, and for a body that is no object",
      section: "4.1",
      async run(service) {
        for (const flag of flags) {
          for (const value of ["yes", 1, null]) await service.refuse(id, 400, { body: { [flag]: value } });
        }
        for (const body of [[], "text", 1]) await service.refuse(id, 400, { body });
      },
    },
    401: refusesStrangers(id),
    404: refusesUnknown(id),
  },
  rules: {
    "unknown-binding": {
      title: "answers 404 for a bindingId that names nothing",
      section: "7",
      isChoice: true,
      run: (service) => service.refuse(id, 404, { ids: { bindingId: nobody } }),
    },
    "empty-body": {
      title: "takes an empty object, and changes nothing then",
      section: "4.1",
      async run(service) {
        const before = await service.succeed(id, { body: {} });
        expect(isSame(before, await service.succeed(id, { body: {} })), "the binding changed");
      },
    },
    "all-or-nothing": {
      title: "changes nothing where one of the flags is refused",
      section: "4.1",
      async run(service) {
        const before = await service.succeed(id);
        await service.refuse(id, 400, { body: { notifyBriefs: !before.notifyBriefs, notifyChanges: "yes" } });
        expect(isSame(before, await service.succeed(id)), "a refused request changed the binding");
      },
    },
    "malformed-json": {
      title: "answers 400 for a body that is not JSON",
      section: "4",
      run: (service) => service.refuse(id, 400, { text: '{"notifyBriefs":' }),
    },
    "missing-body": {
      title: "takes a missing body for an empty object",
      section: "4.1",
      isChoice: true,
      async run(service) {
        await service.succeed(id, { text: null });
      },
    },
    "unknown-fields": {
      title: "ignores fields that the specification does not know",
      section: "4.1",
      isChoice: true,
      async run(service) {
        const before = await service.succeed(id);
        const after = await service.succeed(id, { body: { status: "disabled", color: "blue" } });
        expect(isSame(before, after), "the binding changed");
      },
    },
    "content-type": {
      title: "answers 400 for a body that is not labelled application/json",
      section: "4.1",
      isChoice: true,
      run: (service) => service.refuse(id, 400, { body: {}, headers: { "content-type": "text/plain" } }),
    },
    "body-size": {
      title: "answers 413 for a body of more than 100 KiB",
      section: "8",
      isChoice: true,
      run: (service) => service.refuse(id, 413, { body: { padding: "x".repeat(100 * 1024) } }),
    },
    notifications: {
      title: "notifies a channel of what its flags ask for, and of nothing else",
      section: "6",
      run: (service) =>
        keepingFlags(service, async () => {
          for (const [kind, flag] of Object.entries(flagOfKind)) {
            for (const wanted of [true, false]) {
              const others = Object.fromEntries(flags.map((name) => [name, !wanted]));
              await service.succeed(id, { body: { ...others, [flag]: wanted } });
              const isNotified = await notifies(service, kind as NotificationKind);
              const not = wanted ? "not " : "";
              expect(isNotified === wanted, `with ${flag} ${wanted} the channel was ${not}notified of a ${kind}`);
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

async function notifies(service: Service, kind: NotificationKind): Promise<boolean> {
  const notify = service.control("notify");
  const notified = await notify({ kind, brainId: service.record("brainId"), slug: service.record("slug") });
  return notified.includes(service.record("bindingId"));
}

/** Does something with the binding, and puts its flags back. */
async function keepingFlags(service: Service, change: (binding: ChannelBinding) => Promise<void>): Promise<void> {
  const binding = await service.succeed(id);
  try {
    await change(binding);
  } finally {
    await service.send(id, { body: Object.fromEntries(flags.map((flag) => [flag, binding[flag]])) });
  }
}
