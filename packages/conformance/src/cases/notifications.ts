import type { BindingFlags } from "@knowledge-base/types";
import { assert, requireData } from "../run/verdict.ts";
import type { NotificationKind } from "../target/controls.ts";
import { allFlags, requireDisabled, restoringFlags, updateBinding } from "./bindings-update.ts";
import { type Cases, required } from "./case.ts";

const flagOfKind: Readonly<Record<NotificationKind, keyof BindingFlags>> = {
  brief: "notifyBriefs",
  connection: "notifyConnections",
  change: "notifyChanges",
};
const kinds = Object.keys(flagOfKind) as NotificationKind[];

/** The notifications that the channel of a binding receives. Specification, section 6. */
export const notifications: Cases = {
  flags: required(
    "sends a channel only the notifications that its flags enable",
    "6 2.5 4.1",
    ["write", "brainId", "bindingId", "slug", "notify"],
    (service, { brainId, bindingId, slug, notify }) =>
      restoringFlags(service, bindingId, async ({ status }) => {
        requireData(status === "active", `an active binding as bindingId (its status is ${status})`);
        for (const [kind, flag] of Object.entries(flagOfKind) as [NotificationKind, keyof BindingFlags][]) {
          for (const wanted of [true, false]) {
            await updateBinding(service, bindingId, { ...allFlags(!wanted), [flag]: wanted });
            const isNotified = (await notify({ kind, brainId, slug })).includes(bindingId);
            const not = wanted ? "not " : "";
            assert(isNotified === wanted, `with ${flag} ${wanted} the channel was ${not}notified of a ${kind}`);
          }
        }
      }),
  ),
  "every-channel": required(
    "notifies the channel of each binding whose flag is on",
    "6",
    ["write", "brainId", "bindingId", "secondBindingId", "slug", "notify"],
    (service, { brainId, bindingId, secondBindingId, slug, notify }) =>
      restoringFlags(service, bindingId, (first) =>
        restoringFlags(service, secondBindingId, async (second) => {
          const areActive = first.status === "active" && second.status === "active";
          requireData(areActive, "active bindings as bindingId and secondBindingId");
          for (const { id } of [first, second]) await updateBinding(service, id, allFlags(true));
          for (const kind of kinds) {
            const notified = await notify({ kind, brainId, slug });
            for (const { id, channelId } of [first, second])
              assert(notified.includes(id), `the channel ${channelId} was not notified of a ${kind}`);
          }
        }),
      ),
  ),
  disabled: required(
    "sends no notifications to the channel of a disabled binding",
    "6 2.5",
    ["write", "brainId", "disabledBindingId", "slug", "notify"],
    (service, { brainId, disabledBindingId, slug, notify }) =>
      restoringFlags(service, disabledBindingId, async ({ status }) => {
        await updateBinding(service, disabledBindingId, allFlags(true));
        for (const kind of kinds) {
          const isNotified = (await notify({ kind, brainId, slug })).includes(disabledBindingId);
          const not = isNotified ? "" : "not ";
          const isExpected = isNotified === (status === "active");
          assert(isExpected, `the channel of a binding whose status is ${status} was ${not}notified of a ${kind}`);
        }
        requireDisabled({ status });
      }),
  ),
  "own-brain": required(
    "sends no notifications about another brain to a channel",
    "6 2.5",
    ["write", "brainId", "bindingId", "secondBrainId", "secondBrainSlug", "notify"],
    (service, { bindingId, secondBrainId: brainId, secondBrainSlug: slug, notify }) =>
      restoringFlags(service, bindingId, async () => {
        await updateBinding(service, bindingId, allFlags(true));
        for (const kind of kinds) {
          const isNotified = (await notify({ kind, brainId, slug })).includes(bindingId);
          assert(!isNotified, `the channel was notified of a ${kind} in the brain ${brainId}`);
        }
      }),
  ),
};
