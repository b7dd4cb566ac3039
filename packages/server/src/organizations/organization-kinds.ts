import { choices } from "../basics/specification-choices.ts";
import { joinTexts } from "../basics/values.ts";
import type { Kinds } from "../store/record-kind.ts";

export const organizationKind: Kinds["organizations"] = {
  name: "organization",
  idField: "id",
  referenceField: "organizationId",
  defaults: { name: () => "Organization" },
  updatableFields: ["name", "redirectUrl"],
};

export const apiKeyKind: Kinds["apiKeys"] = {
  name: "API key",
  idField: "key",
  referenceField: "apiKey",
  parent: "organizations",
  defaults: {
    key: ({ organizationId }) => joinTexts("kb", organizationId),
    role: () => choices.defaultRole,
  },
  uniqueFields: [{ field: "key" }],
  updatableFields: ["role"],
};

export const brainKind: Kinds["brains"] = {
  name: "brain",
  idField: "id",
  referenceField: "brainId",
  parent: "organizations",
  defaults: { name: () => "Brain" },
  uniqueFields: [{ field: "id" }],
  updatableFields: ["name"],
};
