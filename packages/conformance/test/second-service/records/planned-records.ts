import { plannedPages } from "./planned-pages.ts";

/** Records for runs, in the order in which the command `create-records` creates them. `"$brain"` is the id of the record `brain`. */
export const plannedRecords = {
  organization: { table: "organizations", values: { name: "First" } },
  foreignOrganization: { table: "organizations", values: { name: "Second" } },
  apiKey: { table: "keys", values: { organizationId: "$organization" } },
  readerApiKey: { table: "keys", values: { organizationId: "$organization", role: "reader" } },
  foreignApiKey: { table: "keys", values: { organizationId: "$foreignOrganization" } },
  // Created last and last in the alphabet: a service must not take the first or the latest brain instead.
  otherBrain: { table: "brains", values: { organizationId: "$organization" } },
  brain: { table: "brains", values: { organizationId: "$organization" } },
  foreignBrain: { table: "brains", values: { organizationId: "$foreignOrganization" } },
  otherInstallation: {
    table: "installations",
    values: { organizationId: "$organization", brainId: "$otherBrain", teamId: "T2" },
  },
  installation: {
    table: "installations",
    values: { organizationId: "$organization", brainId: "$brain", teamId: "T1" },
  },
  foreignInstallation: {
    table: "installations",
    values: { organizationId: "$foreignOrganization", brainId: "$foreignBrain", teamId: "T3" },
  },
  publicChannel: { table: "channels", values: { installationId: "$installation", name: "general" } },
  notJoinedChannel: { table: "channels", values: { installationId: "$installation", name: "random", isMember: false } },
  privateChannel: { table: "channels", values: { installationId: "$installation", name: "board", isPrivate: true } },
  notJoinedPrivateChannel: {
    table: "channels",
    values: { installationId: "$installation", name: "pay", isPrivate: true, isMember: false },
  },
  invisibleChannel: {
    table: "channels",
    values: { installationId: "$installation", name: "hr", isPrivate: true, isMember: false, isVisible: false },
  },
  otherChannel: { table: "channels", values: { installationId: "$otherInstallation", name: "support" } },
  foreignChannel: { table: "channels", values: { installationId: "$foreignInstallation", name: "general" } },
  // The first binding is not the one that requests are about.
  privateBinding: {
    table: "bindings",
    values: {
      brainId: "$brain",
      installationId: "$installation",
      channelId: "$privateChannel",
      notifyBriefs: false,
      notifyChanges: false,
    },
  },
  binding: {
    table: "bindings",
    values: {
      brainId: "$brain",
      installationId: "$installation",
      channelId: "$publicChannel",
      channelName: "general",
      notifyConnections: false,
    },
  },
  disabledBinding: {
    table: "bindings",
    values: {
      brainId: "$brain",
      installationId: "$installation",
      channelId: "$notJoinedChannel",
      channelName: "random",
      status: "disabled",
    },
  },
  otherInstallationBinding: {
    table: "bindings",
    values: {
      brainId: "$brain",
      installationId: "$otherInstallation",
      channelId: "$otherChannel",
      channelName: "support",
      notifyBriefs: false,
      notifyConnections: false,
    },
  },
  otherBrainBinding: {
    table: "bindings",
    values: {
      brainId: "$otherBrain",
      installationId: "$installation",
      channelId: "$publicChannel",
      channelName: "general",
    },
  },
  foreignBinding: {
    table: "bindings",
    values: { brainId: "$foreignBrain", installationId: "$foreignInstallation", channelId: "$foreignChannel" },
  },
  ...plannedPages,
  connection: { table: "connections", values: { fromPageId: "$page", toPageId: "$longPage" } },
  secondConnection: { table: "connections", values: { fromPageId: "$stalePage", toPageId: "$page", strength: 0.4 } },
} as const;
