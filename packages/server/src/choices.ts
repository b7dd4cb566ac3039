/**
 * Behavior of this server that the specification does not define. `docs/specification-choices.md` explains the reason for
 * each choice.
 */
export const choices = {
  /** Default and range of the limit of a prompt index. Specification, section 8. */
  promptIndexLimit: { default: 50, minimum: 1, maximum: 500 },

  /** Pages of a lower tier precede pages of a higher one. The specification defines which statuses are hidden. Section 4.4. */
  promptIndexTier: { active: 0, stale: 1, contested: 1, deprecated: "hidden", archived: "hidden" },

  /** Fields that archiving a page sets; its version does not change. Section 3. */
  archivedPage: { archived: true, status: "archived" },

  /** Lifetime of a signed OAuth state. Section 8. */
  oauthStateLifetimeMs: 10 * 60 * 1000,

  /** Path of the consent page, below the base URL. Section 4.5. */
  authorizePath: "/_platform/oauth/authorize",

  /** Path, below the base URL, to which a decision redirects if the organization has no redirect URL. Section 4.5. */
  callbackPath: "/_platform/oauth/done",

  /** Channels of a workspace that is connected without a list of channels. Section 4.3. */
  workspaceChannels: [
    { name: "general", isPrivate: false, isMember: true },
    { name: "random", isPrivate: false, isMember: false },
  ],

  /** Default flags of a new binding. Section 2.5. */
  bindingFlags: { notifyBriefs: true, notifyConnections: true, notifyChanges: true },

  /** Number of requests that a journal keeps, for each organization and for the whole server. */
  journalCapacity: 1000,

  /** Number of notifications that are kept, for each organization and for the whole server. */
  deliveryCapacity: 1000,

  /** Default timeout of a wait for a notification. */
  deliveryTimeoutMs: 5000,

  /** Maximum of a planned latency and of the timeout of a wait. */
  longestWaitMs: 2 * 60 * 1000,

  /** Maximum size of a request body. Section 8. */
  bodyLimitBytes: 100 * 1024,

  /** Role of the key that a server creates for itself. Section 5. */
  defaultRole: "admin",
} as const;
