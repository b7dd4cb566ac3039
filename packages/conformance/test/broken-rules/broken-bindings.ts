import type { BrokenRule } from "./broken-rule.ts";

/** Broken rules about bindings, channels and the OAuth flow. */
export const brokenBindings: readonly BrokenRule[] = [
  {
    name: "a change of flags activates a disabled binding",
    file: "store/update-binding-flags.ts",
    edits: ["    ...binding,", `    ...binding, ...(Object.keys(flags).length > 0 && { status: "active" as const }),`],
    foundBy: "bindings.update/disabled",
  },
  {
    name: "a disabled binding delivers",
    file: "deliveries/notify.ts",
    edits: [`if (binding.status !== "active")`, `if (binding.status === undefined)`],
    foundBy: "bindings.update/disabled-notifications",
  },
  {
    name: "a binding names another installation",
    file: "operations/bindings-update.ts",
    edits: ["return updated;", `return { ...updated, installationId: "installation_museum" };`],
    foundBy: "bindings.update/installation",
  },
  {
    name: "bindings are found in all brains",
    file: "operations/bindings-unbind.ts",
    edits: [
      "const binding = brain.bindings.get(input.params.bindingId)",
      "const binding = [...store.brains.values()].map((one) => one.bindings.get(input.params.bindingId)).find((one) => one)",
    ],
    foundBy: "brains/binding-of-another",
  },
  {
    name: "unbinding reports the removal of a binding that does not exist",
    file: "operations/bindings-unbind.ts",
    edits: [
      `?? fail.notFound("Binding");`,
      `;
       if (!binding) return { disconnected: true };`,
    ],
    foundBy: "bindings.unbind/unknown-binding",
  },
  {
    name: "private channels are listed as public",
    file: "operations/channels-list.ts",
    edits: ["=> channel);", "=> ({ ...channel, isPrivate: false }));"],
    foundBy: "channels.list/private",
  },
  {
    name: "the bot is listed as a member of every channel",
    file: "operations/channels-list.ts",
    edits: ["=> channel);", "=> ({ ...channel, isMember: true }));"],
    foundBy: "channels.list/member",
  },
  {
    name: "the channels of the first installation are listed for all",
    file: "operations/channels-list.ts",
    edits: [
      `const installation = store.installations.get(input.query.installationId) ?? fail.notFound("Installation");`,
      `store.installations.get(input.query.installationId) ?? fail.notFound("Installation");
       const [installation] = store.installations.values();`,
    ],
    foundBy: "channels.list/own-channels",
  },
  {
    name: "an OAuth state expires a minute too early",
    file: "control/verify-authorization.ts",
    edits: [
      "organization.clock.now() >= parseTimestamp(expiresAt)",
      "organization.clock.now() >= parseTimestamp(expiresAt) - 60_000",
    ],
    foundBy: "oauth.start/valid-until-expiry",
  },
];
