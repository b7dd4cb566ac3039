import { buckets, pageStatuses, pageTypes } from "@knowledge-base/types";
import { bindingStatuses, bucketSources } from "@knowledge-base/types/internal";
import type { CommandCase } from "./command-case.ts";
import { recordCommandCases } from "./record-command-cases.ts";

const brain = { brainId: "identifier" } as const;
const page = { brainId: "identifier", slug: "identifier" } as const;
const spring = { brainId: "brain_tides", slug: "spring-tide" };
const flags = { notifyBriefs: "flag", notifyConnections: "flag", notifyChanges: "flag" } as const;
const flagValues = { notifyBriefs: true, notifyConnections: true, notifyChanges: true };
const content = {
  title: "written",
  summary: "text",
  body: "written",
  entities: "texts",
  backlinks: "texts",
  embedding: "embedding",
  pageType: pageTypes,
  bucket: buckets,
} as const;
const contentValues = {
  title: "T",
  summary: "S",
  body: "B",
  entities: ["E"],
  backlinks: ["b"],
  embedding: [1],
  pageType: "topic",
  bucket: "ideas",
};
const channel = { id: "identifier", isPrivate: "flag", isMember: "flag" } as const;
const channelValues = { id: "C_NEW", name: "new", isPrivate: true, isMember: true };

function onPage(name: string, goal: string): CommandCase {
  return { name: `pages.${name}`, goal, required: page, optional: {}, input: spring };
}

/** Every command of the controls, except those of the OAuth flow. */
export const commandCases: readonly CommandCase[] = [
  ...recordCommandCases,
  {
    name: "organizations.create",
    goal: "create an organization",
    required: {},
    optional: { id: "identifier", name: "text", redirectUrl: "url", role: "text" },
    input: { id: "org_new", name: "New", redirectUrl: "https://new.example", role: "viewer" },
  },
  {
    name: "organizations.update",
    goal: "change an organization",
    required: { organizationId: "identifier" },
    optional: { name: "text" },
    input: { organizationId: "org_south", name: "New", redirectUrl: null },
  },
  {
    name: "apiKeys.create",
    goal: "create an API key",
    required: {},
    optional: { organizationId: "identifier", apiKey: "key", role: "text" },
    input: { organizationId: "org_north", apiKey: "a-new-one", role: "viewer" },
  },
  {
    name: "apiKeys.update",
    goal: "change an API key",
    required: { apiKey: "identifier", role: "text" },
    optional: {},
    input: { apiKey: "key_north", role: "viewer" },
  },
  {
    name: "brains.create",
    goal: "create a brain",
    required: {},
    optional: { organizationId: "identifier", id: "identifier", name: "text" },
    input: { organizationId: "org_north", id: "brain_new", name: "New" },
  },
  {
    name: "brains.update",
    goal: "change a brain",
    required: { ...brain, name: "text" },
    optional: {},
    input: { brainId: "brain_tides", name: "New" },
  },
  {
    name: "brains.rankPages",
    goal: "explain the prompt index",
    required: brain,
    optional: {},
    input: { brainId: "brain_tides", limit: 1 },
  },
  {
    name: "brains.sendDailyBrief",
    goal: "send the daily brief",
    required: brain,
    optional: {},
    input: { brainId: "brain_tides" },
  },
  {
    name: "brains.reportConnection",
    goal: "report a connection",
    required: { ...brain, slugs: "texts" },
    optional: {},
    input: { brainId: "brain_tides", slugs: ["spring-tide", "neap-tide"] },
  },
  {
    name: "pages.create",
    goal: "create a page",
    required: { ...brain, title: "written" },
    optional: {
      ...content,
      body: "written",
      id: "identifier",
      slug: "identifier",
      tenantId: "identifier",
      subjectId: "identifier",
      source: "source",
      bucketSource: bucketSources,
      sources: "sources",
      version: "number",
      pinned: "flag",
      archived: "flag",
      status: pageStatuses,
      createdAt: "time",
      updatedAt: "time",
      lastCompiledAt: "time",
      lastReferencedAt: "nullable time",
    },
    input: {
      ...contentValues,
      brainId: "brain_tides",
      id: "page_new",
      slug: "new",
      tenantId: "tenant_new",
      subjectId: "subject_new",
      source: { channel: "upload", ref: "r", label: "l" },
      bucketSource: "auto",
      sources: [{ ingestSourceId: "i", chunkUuids: ["c"], attachedAt: "2026-01-01T00:00:00Z" }],
      version: 2,
      pinned: true,
      archived: false,
      status: "stale",
      createdAt: "2026-01-01T00:00:00Z",
      updatedAt: "2026-01-01T00:00:00Z",
      lastCompiledAt: "2026-01-01T00:00:00Z",
      lastReferencedAt: "2026-01-01T00:00:00Z",
    },
  },
  onPage("read", "read a page"),
  {
    name: "pages.edit",
    goal: "edit a page",
    required: page,
    optional: content,
    input: { ...spring, ...contentValues },
  },
  {
    name: "pages.compile",
    goal: "compile a page",
    required: page,
    optional: { ...content, sources: "sources" },
    input: { ...spring, ...contentValues, sources: [] },
  },
  onPage("pin", "pin a page"),
  onPage("unpin", "unpin a page"),
  onPage("deprecate", "deprecate a page"),
  {
    name: "pages.mark",
    goal: "mark a page",
    required: { ...page, status: ["active", "stale", "contested"] },
    optional: {},
    input: { ...spring, status: "stale" },
  },
  onPage("restore", "restore a page"),
  {
    name: "installations.create",
    goal: "create an installation",
    required: {},
    optional: {
      organizationId: "identifier",
      id: "identifier",
      teamId: "identifier",
      teamName: "text",
      channels: "channels",
    },
    input: {
      organizationId: "org_north",
      id: "installation_new",
      teamId: "T_NEW",
      teamName: "New",
      channels: [channelValues],
    },
  },
  {
    name: "installations.update",
    goal: "change an installation",
    required: { installationId: "identifier", teamName: "text" },
    optional: {},
    input: { installationId: "installation_north", teamName: "New" },
  },
  {
    name: "installations.status",
    goal: "get the status of the installations",
    required: brain,
    optional: {},
    input: { brainId: "brain_tides" },
  },
  {
    name: "installations.uninstall",
    goal: "remove an installation",
    required: { installationId: "identifier" },
    optional: {},
    input: { installationId: "installation_north" },
  },
  {
    name: "channels.create",
    goal: "create a channel",
    required: { name: "text", installationId: "identifier" },
    optional: channel,
    input: { installationId: "installation_north", ...channelValues },
  },
  {
    name: "channels.update",
    goal: "change a channel",
    required: { installationId: "identifier", channelId: "identifier" },
    optional: { name: "text", isPrivate: "flag", isMember: "flag" },
    input: { installationId: "installation_north", channelId: "C_DECK", name: "n", isPrivate: true, isMember: true },
  },
  {
    name: "bindings.create",
    goal: "create a binding",
    required: { ...brain, installationId: "identifier", channelId: "identifier" },
    optional: { ...flags, id: "identifier", status: bindingStatuses, createdAt: "time" },
    input: {
      brainId: "brain_tides",
      installationId: "installation_pier",
      channelId: "C_PIER",
      id: "binding_new",
      status: "disabled",
      createdAt: "2026-01-01T00:00:00Z",
      ...flagValues,
    },
  },
  {
    name: "bindings.update",
    goal: "change a binding",
    required: { ...brain, bindingId: "identifier" },
    optional: { ...flags, status: bindingStatuses, channelName: "nullable text" },
    input: { brainId: "brain_tides", bindingId: "binding_deck", status: "active", channelName: "n", ...flagValues },
  },
];
