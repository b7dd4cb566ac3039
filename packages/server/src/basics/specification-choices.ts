/**
 * Behavior of this server that the specification doesn't define. The page "Choices that the specification leaves open" of the
 * documentation explains each choice.
 */
export const choices = {
  /** Default and range of the limit of a prompt index. Specification, section 8. */
  promptIndexLimit: {
    /** Limit of a request that names none. */
    default: 50,
    /** Smallest limit that a request may name. */
    minimum: 1,
    /** Largest limit that a request may name. */
    maximum: 500,
  },

  /**
   * Order of the statuses in the prompt index: pages whose status has a lower number come first. The specification defines which
   * statuses are hidden. Section 4.4.
   */
  promptIndexTier: {
    /** In the first tier. */
    active: 0,
    /** After the active pages. */
    stale: 1,
    /** In the same tier as stale pages. */
    contested: 1,
    /** Not in the index. */
    deprecated: "hidden",
    /** Not in the index. */
    archived: "hidden",
  },

  /** Fields that archiving a page sets; its version doesn't change. Section 3. */
  archivedPage: {
    /** Hides the page from the index and from search. */
    archived: true,
    /** Replaces the status until the page is restored. */
    status: "archived",
  },

  /** Fields of a page whose changes are new knowledge. Section 6. */
  knowledgeFields: ["title", "summary", "body", "entities", "sources"],

  /** Lifetime of a signed OAuth state in milliseconds: 10 minutes. Section 8. */
  oauthStateLifetimeMs: 10 * 60 * 1000,

  /** Path of the consent page, below the base URL. Section 4.5. */
  authorizePath: "/_platform/oauth/authorize",

  /** Path, below the base URL, to which a decision redirects if the organization has no redirect URL. Section 4.5. */
  callbackPath: "/_platform/oauth/done",

  /** Channels of a workspace that is connected without a list of channels. Section 4.3. */
  workspaceChannels: [
    {
      /** Name of the channel. */
      name: "general",
      /** Whether only its members see it. */
      isPrivate: false,
      /** Whether the bot is a member. */
      isMember: true,
    },
    {
      /** Name of the channel. */
      name: "random",
      /** Whether only its members see it. */
      isPrivate: false,
      /** Whether the bot is a member. */
      isMember: false,
    },
  ],

  /** Default flags of a new binding. Section 2.5. */
  bindingFlags: {
    /** The channel gets daily briefs. */
    notifyBriefs: true,
    /** The channel gets strong new connections. */
    notifyConnections: true,
    /** The channel gets changes of pages. */
    notifyChanges: true,
  },

  /** Time of the records of seeds and state files that name none. Section 2. */
  defaultTimestamp: "2026-01-01T00:00:00.000Z",

  /** Default and range of the number of records that a list returns. */
  listLimit: {
    /** Limit of a request that names none. */
    default: 100,
    /** Smallest limit that a request may name. */
    minimum: 1,
    /** Largest limit that a request may name. */
    maximum: 1000,
  },

  /** Maximum size of a request body in bytes: 100 KiB. Section 8. */
  maxBodyBytes: 100 * 1024,

  /** Length to which a slug that is created from a title is cut, without the number that makes it unique. Section 2.1. */
  maxSlugLength: 80,

  /** Role of a key that names none. Section 5. */
  defaultRole: "admin",
} as const;
