import type { BindingFlags } from "@knowledge-base/types";
import { assert } from "../assert.ts";
import type { ConformanceCases } from "../conformance-case.ts";
import { bindingFlags, restoringFlags } from "../expectations/binding-flags.ts";
import { requireDisabled } from "../expectations/require-disabled.ts";
import { requireData } from "../require-data.ts";
import type { Service } from "../service.ts";
import type { NotificationKind, TargetPage } from "../target-controls.ts";

const id = "bindings.update";
const flagOfKind: Readonly<Record<NotificationKind, keyof BindingFlags>> = {
  brief: "notifyBriefs",
  connection: "notifyConnections",
  change: "notifyChanges",
};
const kinds = Object.entries(flagOfKind) as [NotificationKind, keyof BindingFlags][];
const allOn = Object.fromEntries(bindingFlags.map((flag) => [flag, true]));

/** Cases about the notifications that the channel of a binding receives. */
export const bindingsNotifications: ConformanceCases = {
  notifications: {
    title: "sends a channel only the notifications that its flags enable",
    sentences: [
      "6/flags",
      "2.5/notifyBriefs",
      "2.5/notifyConnections",
      "2.5/notifyChanges",
      "4.1/notifyBriefs",
      "4.1/notifyConnections",
      "4.1/notifyChanges",
    ],
    level: "required",
    needs: { write: true, records: ["brainId", "bindingId", "slug"], controls: ["notify"] },
    run: (service) =>
      restoringFlags(service, "bindingId", async ({ status }) => {
        requireData(status === "active", `needs an active binding as bindingId (its status is ${status})`);
        for (const [kind, flag] of kinds) {
          for (const wanted of [true, false]) {
            const others = Object.fromEntries(bindingFlags.map((name) => [name, !wanted]));
            await service.expectSuccess(id, { body: { ...others, [flag]: wanted } });
            const isNotified = (await notify(service, kind, knownPage(service))).includes(
              service.recordId("bindingId"),
            );
            const not = wanted ? "not " : "";
            assert(isNotified === wanted, `with ${flag} ${wanted} the channel was ${not}notified of a ${kind}`);
          }
        }
      }),
  },
  "every-channel": {
    title: "notifies the channel of each binding whose flag is on",
    sentences: ["6/flags"],
    level: "required",
    needs: { write: true, records: ["brainId", "bindingId", "secondBindingId", "slug"], controls: ["notify"] },
    run: (service) =>
      restoringFlags(service, "bindingId", (first) =>
        restoringFlags(service, "secondBindingId", async (second) => {
          requireData(
            first.status === "active" && second.status === "active",
            "needs active bindings as bindingId and secondBindingId",
          );
          for (const { id: bindingId } of [first, second]) {
            await service.expectSuccess(id, { ids: { bindingId }, body: allOn });
          }
          for (const [kind] of kinds) {
            const notified = await notify(service, kind, knownPage(service));
            for (const { id: bindingId, channelId } of [first, second]) {
              assert(notified.includes(bindingId), `the channel ${channelId} was not notified of a ${kind}`);
            }
          }
        }),
      ),
  },
  "disabled-notifications": {
    title: "sends no notifications to the channel of a disabled binding",
    sentences: ["6/active-only", "2.5/status"],
    level: "required",
    needs: { write: true, records: ["brainId", "disabledBindingId", "slug"], controls: ["notify"] },
    async run(service) {
      const bindingId = service.recordId("disabledBindingId");
      await restoringFlags(service, "disabledBindingId", async ({ status }) => {
        await service.expectSuccess(id, { ids: { bindingId }, body: allOn });
        for (const [kind] of kinds) {
          const isNotified = (await notify(service, kind, knownPage(service))).includes(bindingId);
          const not = isNotified ? "" : "not ";
          assert(
            isNotified === (status === "active"),
            `the channel of a binding whose status is ${status} was ${not}notified of a ${kind}`,
          );
        }
        requireDisabled({ status });
      });
    },
  },
  "own-brain-notifications": {
    title: "sends no notifications about another brain to a channel",
    sentences: ["6/flags", "2.5/brainId"],
    level: "required",
    needs: {
      write: true,
      records: ["brainId", "bindingId", "secondBrainId", "secondBrainSlug"],
      controls: ["notify"],
    },
    run: (service) =>
      restoringFlags(service, "bindingId", async () => {
        await service.expectSuccess(id, { body: allOn });
        const page = { brainId: service.recordId("secondBrainId"), slug: service.recordId("secondBrainSlug") };
        for (const [kind] of kinds) {
          const notified = await notify(service, kind, page);
          assert(
            !notified.includes(service.recordId("bindingId")),
            `the channel was notified of a ${kind} in the brain ${page.brainId}`,
          );
        }
      }),
  },
};

function knownPage(service: Service): TargetPage {
  return { brainId: service.recordId("brainId"), slug: service.recordId("slug") };
}

async function notify(service: Service, kind: NotificationKind, page: TargetPage): Promise<readonly string[]> {
  return service.control("notify")({ kind, ...page });
}
