import { choices } from "../state/choices.ts";
import { joinTexts, type Kinds } from "../state/state.ts";

/** The kinds of an organization and of what belongs to it alone. */
export const organizationKinds: Pick<Kinds, "organizations" | "apiKeys" | "brains"> = {
  organizations: {
    name: "organization",
    address: { organizationId: "id" },
    defaults: { name: () => "Organization" },
    updated: ["name", "redirectUrl"],
    hidden: ["clock", "idPosition"],
  },
  apiKeys: {
    name: "key",
    address: { apiKey: "key" },
    parent: "organizations",
    defaults: {
      key: ({ organizationId }) => joinTexts("kb", organizationId),
      role: () => choices.defaultRole,
    },
    updated: ["role"],
  },
  brains: {
    name: "brain",
    address: { brainId: "id" },
    parent: "organizations",
    defaults: { name: () => "Brain" },
    updated: ["name"],
  },
};
