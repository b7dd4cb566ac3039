import { choices } from "../basics/specification-choices.ts";
import { joinTexts } from "../basics/values.ts";
import type { Kinds } from "../store/record-kind.ts";

export const organizationKind: Kinds["organizations"] = {
  name: "organization",
  idField: "id",
  referenceField: "organizationId",
  defaults: { name: () => "Organization" },
  updatableFields: { optional: ["name"], removable: ["redirectUrl"] },
};

export const apiKeyKind: Kinds["apiKeys"] = {
  name: "key",
  title: "API key",
  idField: "key",
  referenceField: "apiKey",
  parent: "organizations",
  defaults: {
    key: ({ organizationId }) => joinTexts("kb", organizationId),
    role: () => choices.defaultRole,
  },
  notFoundProblem: "there is no such key",
  uniqueFields: [{ field: "key" }],
  updatableFields: { required: ["role"] },
};

export const brainKind: Kinds["brains"] = {
  name: "brain",
  idField: "id",
  referenceField: "brainId",
  parent: "organizations",
  defaults: { name: () => "Brain" },
  uniqueFields: [{ field: "id" }],
  updatableFields: { required: ["name"] },
};
