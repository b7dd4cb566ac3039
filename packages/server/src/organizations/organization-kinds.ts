import { choices } from "../basics/choices.ts";
import { joinTexts, type Kinds } from "../state/state.ts";

export const organizationKinds: Pick<Kinds, "organizations" | "apiKeys" | "brains"> = {
  organizations: {
    name: "organization",
    idField: "id",
    inputField: "organizationId",
    defaults: { name: () => "Organization" },
    updated: ["name", "redirectUrl"],
    hidden: ["clock", "idPosition"],
  },
  apiKeys: {
    name: "key",
    title: "API key",
    idField: "key",
    inputField: "apiKey",
    parent: "organizations",
    parentField: "organizationId",
    defaults: {
      key: ({ organizationId }) => joinTexts("kb", organizationId),
      role: () => choices.defaultRole,
    },
    missing: "there is no such key",
    updated: ["role"],
  },
  brains: {
    name: "brain",
    idField: "id",
    inputField: "brainId",
    parent: "organizations",
    parentField: "organizationId",
    defaults: { name: () => "Brain" },
    updated: ["name"],
  },
};
