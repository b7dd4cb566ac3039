/** A text file for language models: the declarations and documents for one task. */
export interface Edition {
  readonly file: string;
  readonly title: string;
  readonly purpose: string;
  readonly maxTokens: number;
  /** Declarations of API reports, below `packages/`: the named ones, or all. */
  readonly signatures: readonly {
    readonly report: string;
    readonly specifier: string;
    readonly names?: readonly string[];
  }[];
  /** The most important first. Those that the edition has no room for are linked at its end. */
  readonly documents: readonly string[];
}

export const editions: readonly Edition[] = [
  {
    file: "llms-client.txt",
    title: "Knowledge Base: the client",
    purpose: "Everything to write a program that calls the service with `@knowledge-base/sdk`.",
    maxTokens: 15_000,
    signatures: [
      {
        report: "sdk/api/index",
        specifier: "@knowledge-base/sdk",
        names: [
          "KnowledgeBase",
          "Bindings",
          "Channels",
          "OAuth",
          "Pages",
          "PromptIndex",
          "CallPromise",
          "SafeResult",
          "ClientOptions",
          "CallOptions",
          "KnowledgeBaseError",
          "StatusError",
          "isKnowledgeBaseError",
        ],
      },
      {
        report: "types/api/index",
        specifier: "@knowledge-base/sdk",
        names: [
          "ArchivePageInput",
          "GetPromptIndexQuery",
          "GetPromptIndexInput",
          "ListChannelsQuery",
          "ListChannelsInput",
          "StartOAuthInput",
          "UnbindChannelInput",
          "BindingFlags",
          "UpdateBindingInput",
          "Page",
          "IndexEntry",
          "Channel",
          "ChannelBinding",
          "OAuthStart",
          "Disconnect",
          "ErrorBody",
        ],
      },
    ],
    documents: [
      "guides/getting-started.md",
      "guides/errors.md",
      "guides/calling-the-service.md",
      "guides/retries-timeouts-and-deadlines.md",
      "guides/the-prompt-index-in-a-prompt.md",
      "operations/promptIndex.get.md",
      "operations/bindings.update.md",
      "guides/oauth-end-to-end.md",
      "guides/validation-and-drift.md",
      "operations/channels.list.md",
      "operations/oauth.start.md",
    ],
  },
  {
    file: "llms-testing.txt",
    title: "Knowledge Base: testing",
    purpose: "Everything to test a program against the reference server, `@knowledge-base/server`.",
    maxTokens: 15_000,
    signatures: [
      {
        report: "server/api/index",
        specifier: "@knowledge-base/server",
        names: [
          "createReferenceServer",
          "ReferenceServer",
          "ReferenceServerOptions",
          "ServerOrganization",
          "Fault",
          "State",
        ],
      },
      { report: "server/api/msw", specifier: "@knowledge-base/server/msw" },
      { report: "server/api/demo", specifier: "@knowledge-base/server/demo" },
    ],
    documents: [
      "guides/testing.md",
      "guides/faults-clock-and-journal.md",
      "guides/test-data.md",
      "guides/getting-started.md",
      "guides/organizations.md",
      "guides/the-server-command.md",
    ],
  },
];
