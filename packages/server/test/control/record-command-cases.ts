import type { CommandCase } from "./command-case.ts";

const brain = { brainId: "identifier" } as const;
const list = { limit: "limit", after: "text" } as const;

function onKey(name: string, goal: string): CommandCase {
  return {
    name: `apiKeys.${name}`,
    goal,
    required: { apiKey: "identifier" },
    optional: {},
    input: { apiKey: "key_north" },
  };
}

function onChannel(name: string, goal: string): CommandCase {
  const required = { installationId: "identifier", channelId: "identifier" } as const;
  const input = { installationId: "installation_north", channelId: "C_DECK" };
  return { name: `channels.${name}`, goal, required, optional: {}, input };
}

function onBinding(name: string, goal: string): CommandCase {
  const required = { ...brain, bindingId: "identifier" } as const;
  return {
    name: `bindings.${name}`,
    goal,
    required,
    optional: {},
    input: { brainId: "brain_tides", bindingId: "binding_deck" },
  };
}

function onPage(name: string, goal: string): CommandCase {
  const required = { ...brain, slug: "identifier" } as const;
  return {
    name: `pages.${name}`,
    goal,
    required,
    optional: {},
    input: { brainId: "brain_tides", slug: "spring-tide" },
  };
}

/** The commands that list, return or delete records. */
export const recordCommandCases: readonly CommandCase[] = [
  {
    name: "organizations.list",
    goal: "list the organizations",
    required: {},
    optional: list,
    input: { limit: 1, after: "org_north" },
  },
  {
    name: "organizations.get",
    goal: "get an organization",
    required: { organizationId: "identifier" },
    optional: {},
    input: { organizationId: "org_south" },
  },
  {
    name: "organizations.delete",
    goal: "delete an organization",
    required: { organizationId: "identifier" },
    optional: {},
    input: { organizationId: "org_south" },
  },
  {
    name: "apiKeys.list",
    goal: "list the API keys",
    required: {},
    optional: { organizationId: "identifier", ...list },
    input: { organizationId: "org_north", limit: 1, after: "key_north" },
  },
  {
    name: "brains.list",
    goal: "list the brains",
    required: {},
    optional: { organizationId: "identifier", ...list },
    input: { organizationId: "org_north", limit: 1, after: "brain_tides" },
  },
  {
    name: "pages.list",
    goal: "list the pages",
    required: brain,
    optional: list,
    input: { brainId: "brain_tides", limit: 1, after: "spring-tide" },
  },
  {
    name: "installations.list",
    goal: "list the installations",
    required: {},
    optional: { organizationId: "identifier", ...list },
    input: { organizationId: "org_north", limit: 1, after: "installation_north" },
  },
  {
    name: "installations.get",
    goal: "get an installation",
    required: { installationId: "identifier" },
    optional: {},
    input: { installationId: "installation_north" },
  },
  {
    name: "installations.delete",
    goal: "delete an installation",
    required: { installationId: "identifier" },
    optional: {},
    input: { installationId: "installation_north" },
  },
  {
    name: "channels.list",
    goal: "list the channels",
    required: { installationId: "identifier" },
    optional: list,
    input: { installationId: "installation_north", limit: 1, after: "C_DECK" },
  },
  {
    name: "bindings.list",
    goal: "list the bindings",
    required: brain,
    optional: list,
    input: { brainId: "brain_tides", limit: 1, after: "binding_deck" },
  },
  { name: "brains.get", goal: "get a brain", required: brain, optional: {}, input: { brainId: "brain_tides" } },
  { name: "brains.delete", goal: "delete a brain", required: brain, optional: {}, input: { brainId: "brain_tides" } },
  onKey("get", "get an API key"),
  onKey("delete", "delete an API key"),
  onKey("revoke", "revoke an API key"),
  onChannel("get", "get a channel"),
  onChannel("delete", "delete a channel"),
  onBinding("get", "get a binding"),
  onBinding("delete", "delete a binding"),
  onPage("delete", "delete a page"),
  onPage("get", "get a page"),
];
