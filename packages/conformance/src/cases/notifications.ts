import { assert, requireData } from "../run/verdict.ts";
import { type Cases, casesAbout } from "./case.ts";
import { expectSilent, flagOfKind, kinds } from "./helpers/expect-silent.ts";
import { allFlags, requireDisabled, restoringFlags, updateBinding } from "./helpers/update-binding.ts";

const { required } = casesAbout("6 2.5 4.1", "write", "brainId", "notify");

/** The notifications that the channel of a binding receives. Specification, section 6. */
export const notifications: Cases = {
  flags: required(
    "sends a channel only the notifications that its flags enable",
    ["bindingId", "slug"],
    (service, { brainId, bindingId, slug, notify }) =>
      restoringFlags(service, { bindingId }, async ({ status }) => {
        requireData(status === "active", `an active binding as bindingId (its status is ${status})`);
        for (const kind of kinds) {
          for (const wanted of [true, false]) {
            const flag = flagOfKind[kind];
            await updateBinding(service, { bindingId }, { ...allFlags(!wanted), [flag]: wanted });
            const isNotified = (await notify({ kind, brainId, slug })).includes(bindingId);
            const not = wanted ? "not " : "";
            assert(isNotified === wanted, `with ${flag} ${wanted} the channel was ${not}notified of a ${kind}`);
          }
        }
      }),
  ),
  "every-channel": required(
    "notifies the channel of each binding whose flag is on",
    ["bindingId", "secondBindingId", "slug"],
    (service, { brainId, bindingId, secondBindingId, slug, notify }) =>
      restoringFlags(service, { bindingId }, (first) =>
        restoringFlags(service, { bindingId: secondBindingId }, async (second) => {
          const areActive = first.status === "active" && second.status === "active";
          requireData(areActive, "active bindings as bindingId and secondBindingId");
          for (const { id } of [first, second]) await updateBinding(service, { bindingId: id }, allFlags(true));
          for (const kind of kinds) {
            const notified = await notify({ kind, brainId, slug });
            const missed = [first, second].find(({ id }) => !notified.includes(id));
            assert(!missed, `the channel ${missed?.channelId} was not notified of a ${kind}`);
          }
        }),
      ),
  ),
  "every-brain": required(
    "notifies a channel about each brain to which it is bound",
    ["bindingId", "slug", "sameChannelBindingId", "secondBrainId", "secondBrainSlug"],
    (service, { brainId, slug, secondBrainId, secondBrainSlug, bindingId, sameChannelBindingId, notify }) => {
      const other = { brainId: secondBrainId, bindingId: sameChannelBindingId };
      return restoringFlags(service, { bindingId }, () =>
        restoringFlags(service, other, async () => {
          for (const ids of [{ bindingId }, other]) await updateBinding(service, ids, allFlags(true));
          for (const kind of kinds) {
            const inBrain = (await notify({ kind, brainId, slug })).includes(bindingId);
            const event = { kind, brainId: secondBrainId, slug: secondBrainSlug };
            const inOther = (await notify(event)).includes(sameChannelBindingId);
            const missed = inBrain ? secondBrainId : brainId;
            assert(inBrain && inOther, `the channel was not notified of a ${kind} in ${missed}`);
          }
        }),
      );
    },
  ),
  disabled: required(
    "sends no notifications to the channel of a disabled binding",
    ["disabledBindingId", "slug"],
    (service, { brainId, disabledBindingId, slug, notify }) =>
      restoringFlags(service, { bindingId: disabledBindingId }, async (binding) => {
        requireDisabled(binding);
        await updateBinding(service, { bindingId: disabledBindingId }, allFlags(true));
        await expectSilent(notify, { brainId, slug }, disabledBindingId, "the channel of a disabled binding");
      }),
  ),
  "own-brain": required(
    "sends no notifications about another brain to a channel",
    ["bindingId", "secondBrainId", "secondBrainSlug"],
    (service, { bindingId, secondBrainId: brainId, secondBrainSlug: slug, notify }) =>
      restoringFlags(service, { bindingId }, async () => {
        await updateBinding(service, { bindingId }, allFlags(true));
        await expectSilent(notify, { brainId, slug }, bindingId, "the channel of a binding of another brain");
      }),
  ),
};
