/**
 * What the specification leaves open and this server had to decide. Every entry has its reason in
 * `docs/specification-choices.md`.
 */
export const choices = {
  /** Entries of a prompt index when the request names no limit, and the range of a limit. Specification, section 8. */
  promptIndexLimit: { default: 50, minimum: 1, maximum: 500 },

  /** Pages of a smaller tier stand before pages of a larger one. Which statuses are hidden is specified. Section 4.4. */
  promptIndexTier: { active: 0, stale: 1, contested: 1, deprecated: "hidden", archived: "hidden" },

  /** What an archived page looks like. Its version stays. Section 3. */
  archivedPage: { archived: true, status: "archived" },

  /** How long a signed OAuth state lives. Section 8. */
  oauthStateLifetimeMs: 10 * 60 * 1000,

  /** Where the authorization page lives, below the base URL. Section 4.5. */
  authorizePath: "/_platform/oauth/authorize",

  /** Where an authorization leads in the end when its organization has no redirect URL, below the base URL. Section 4.5. */
  authorizedPath: "/_platform/oauth/done",

  /** Channels of a workspace that is connected without naming any. Section 4.3. */
  workspaceChannels: [
    { name: "general", isPrivate: false, isMember: true },
    { name: "random", isPrivate: false, isMember: false },
  ],

  /** Flags of a binding that is created without naming them. Section 2.5. */
  bindingFlags: { notifyBriefs: true, notifyConnections: true, notifyChanges: true },

  /** Newest requests that a journal remembers, for each organization and for the whole server. */
  journalCapacity: 1000,

  /** Newest notifications that are remembered, for each organization and for the whole server. */
  deliveryCapacity: 1000,

  /** How long a wait for a notification lasts when it names no time. */
  deliveryTimeoutMs: 5000,

  /** Longest latency that can be planned, and longest wait. */
  longestWaitMs: 2 * 60 * 1000,

  /** Largest request body. Section 8. */
  bodyLimitBytes: 100 * 1024,

  /** Role of the key that a server makes for itself. Section 5. */
  defaultRole: "admin",
} as const;
