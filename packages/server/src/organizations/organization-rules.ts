import { choices } from "../basics/specification-choices.ts";
import { joinTexts } from "../basics/values.ts";
import type { Kinds } from "../state/state.ts";

export const organizationRules: Pick<Kinds, "organizations" | "apiKeys" | "brains"> = {
  organizations: {
    name: "organization",
    idField: "id",
    inputField: "organizationId",
    defaults: { name: () => "Organization" },
    updatableFields: { optional: ["name"], removable: ["redirectUrl"] },
  },
  apiKeys: {
    name: "key",
    title: "API key",
    idField: "key",
    inputField: "apiKey",
    parent: "organizations",
    defaults: {
      key: ({ organizationId }) => joinTexts("kb", organizationId),
      role: () => choices.defaultRole,
    },
    notFoundProblem: "there is no such key",
    uniqueFields: [{ field: "key" }],
    updatableFields: { required: ["role"] },
  },
  brains: {
    name: "brain",
    idField: "id",
    inputField: "brainId",
    parent: "organizations",
    defaults: { name: () => "Brain" },
    uniqueFields: [{ field: "id" }],
    updatableFields: { required: ["name"] },
  },
};
