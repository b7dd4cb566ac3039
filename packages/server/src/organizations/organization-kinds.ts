import { choices } from "../basics/choices.ts";
import { joinTexts, type Kinds } from "../state/state.ts";

export const organizationKinds: Pick<Kinds, "organizations" | "apiKeys" | "brains"> = {
  organizations: {
    name: "organization",
    id: "id",
    argument: "organizationId",
    defaults: { name: () => "Organization" },
    updated: ["name", "redirectUrl"],
    hidden: ["clock", "idPosition"],
  },
  apiKeys: {
    name: "key",
    title: "API key",
    id: "key",
    argument: "apiKey",
    parent: "organizations",
    parentId: "organizationId",
    defaults: {
      key: ({ organizationId }) => joinTexts("kb", organizationId),
      role: () => choices.defaultRole,
    },
    missing: "there is no such key",
    updated: ["role"],
  },
  brains: {
    name: "brain",
    id: "id",
    argument: "brainId",
    parent: "organizations",
    parentId: "organizationId",
    defaults: { name: () => "Brain" },
    updated: ["name"],
  },
};
