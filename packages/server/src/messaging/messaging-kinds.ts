import { choices } from "../basics/specification-choices.ts";
import { joinTexts, toText } from "../basics/values.ts";
import type { Kinds } from "../store/record-kind.ts";

export const installationKind: Kinds["installations"] = {
  name: "installation",
  idField: "id",
  referenceField: "installationId",
  parent: "organizations",
  defaults: { teamId: ({ id }) => joinTexts("team", id), teamName: () => "Workspace" },
  uniqueFields: [{ field: "id" }],
  lookupField: "teamId",
  updatableFields: ["teamName"],
};

export const channelKind: Kinds["channels"] = {
  name: "channel",
  idField: "id",
  referenceField: "channelId",
  parent: "installations",
  defaults: { id: ({ name }) => joinTexts("channel", name), isPrivate: () => false, isMember: () => false },
  uniqueFields: [{ field: "id", within: ["installationId"], takenProblem: "is already used in the installation" }],
  updatableFields: ["name", "isPrivate", "isMember"],
};

export const bindingKind: Kinds["bindings"] = {
  name: "binding",
  idField: "id",
  referenceField: "bindingId",
  parent: "brains",
  defaults: {
    id: ({ brainId, installationId, channelId }) => joinTexts("binding", brainId, installationId, channelId),
    teamId: ({ installationId }, { organization }) =>
      organization?.collection("installations")?.get(toText(installationId) ?? "")?.teamId ??
      joinTexts("team", installationId),
    channelName: ({ installationId, channelId }, { organization }) =>
      organization?.collection("channels", toText(installationId) ?? "")?.get(toText(channelId) ?? "")?.name ?? null,
    status: () => "active",
    notifyBriefs: () => choices.bindingFlags.notifyBriefs,
    notifyConnections: () => choices.bindingFlags.notifyConnections,
    notifyChanges: () => choices.bindingFlags.notifyChanges,
    createdAt: (_, { now }) => now,
  },
  timestampFields: ["createdAt"],
  uniqueFields: [
    { field: "id" },
    { field: "channelId", within: ["brainId", "installationId"], takenProblem: "is already bound to this brain" },
  ],
  reference: "channels",
  check({ installationId, teamId }, report, { organization }) {
    const installation = organization?.collection("installations")?.get(installationId);
    if (installation && installation.teamId !== teamId) report("teamId", "is not the team of the installation");
  },
  updatableFields: ["status", "channelName", "notifyBriefs", "notifyConnections", "notifyChanges"],
};

export const authorizationKind: Kinds["authorizations"] = {
  name: "authorization",
  idField: "nonce",
  referenceField: "nonce",
  parent: "brains",
  defaults: {},
  timestampFields: ["expiresAt"],
  uniqueFields: [{ field: "nonce" }],
};
