import { assert } from "../run/verdict.ts";
import { casesAbout, casesOf } from "./case.ts";
import {
  allFlags,
  expectSilent,
  flagOfKind,
  notificationKinds,
  requireStatus,
  restoringFlags,
  updateBinding,
  withFlagsOn,
} from "./helpers/bindings.ts";

const { required } = casesAbout({ sections: ["6", "2.5", "4.1"], needs: ["write", "brainId", "notify"] });

/** The notifications that the channel of a binding receives. Specification, section 6. */
export const notificationCases = casesOf("notifications", {
  flags: required(
    "sends a channel only the notifications that its flags enable",
    ["bindingId", "slug"],
    (service, { brainId, bindingId, slug, notify }) =>
      restoringFlags(service, { bindingId }, async (binding) => {
        requireStatus(binding, "bindingId");
        for (const kind of notificationKinds) {
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
      withFlagsOn(service, { bindingId }, (first) =>
        withFlagsOn(service, { bindingId: secondBindingId }, async (second) => {
          requireStatus(first, "bindingId");
          requireStatus(second, "secondBindingId");
          for (const kind of notificationKinds) {
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
    (service, { brainId, slug, secondBrainId, secondBrainSlug, bindingId, sameChannelBindingId, notify }) =>
      withFlagsOn(service, { bindingId }, () =>
        withFlagsOn(service, { brainId: secondBrainId, bindingId: sameChannelBindingId }, async () => {
          for (const kind of notificationKinds) {
            const inBrain = (await notify({ kind, brainId, slug })).includes(bindingId);
            const event = { kind, brainId: secondBrainId, slug: secondBrainSlug };
            const inOther = (await notify(event)).includes(sameChannelBindingId);
            const missed = inBrain ? secondBrainId : brainId;
            assert(inBrain && inOther, `the channel was not notified of a ${kind} in ${missed}`);
          }
        }),
      ),
  ),
  disabled: required(
    "sends no notifications to the channel of a disabled binding",
    ["disabledBindingId", "slug"],
    (service, { brainId, disabledBindingId, slug, notify }) =>
      withFlagsOn(service, { bindingId: disabledBindingId }, async (binding) => {
        requireStatus(binding, "disabledBindingId");
        await expectSilent(notify, { brainId, slug }, disabledBindingId, "the channel of a disabled binding");
      }),
  ),
  "own-brain": required(
    "sends no notifications about another brain to a channel",
    ["bindingId", "secondBrainId", "secondBrainSlug"],
    (service, { bindingId, secondBrainId: brainId, secondBrainSlug: slug, notify }) =>
      withFlagsOn(service, { bindingId }, () =>
        expectSilent(notify, { brainId, slug }, bindingId, "the channel of a binding of another brain"),
      ),
  ),
});
