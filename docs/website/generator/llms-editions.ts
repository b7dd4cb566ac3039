/** A text file for language models: the declarations and documents for one task. */
export interface Edition {
  readonly file: string;
  readonly title: string;
  readonly purpose: string;
  readonly maxTokens: number;
  /** Declarations of the API reports of packages. */
  readonly signatures: readonly {
    readonly report: string;
    readonly specifier: string;
    readonly names: readonly string[];
  }[];
  readonly documents: readonly EditionDocument[];
}

/** Path of a document, and the titles of its sections. A document without titles is included as a whole. */
export type EditionDocument = readonly [path: string, ...sections: string[]];

export const editions: readonly Edition[] = [
  {
    file: "llms-client.txt",
    title: "Knowledge Base: the client",
    purpose: "Everything to write a program that calls the service with `@knowledge-base/sdk`.",
    maxTokens: 15_000,
    signatures: [
      {
        report: "sdk",
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
          "Attempt",
          "KnowledgeBaseError",
          "StatusError",
          "isKnowledgeBaseError",
        ],
      },
      {
        report: "types",
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
      {
        report: "sdk",
        specifier: "@knowledge-base/sdk/oauth",
        names: ["readOAuthState", "readOAuthCallback", "ExpectedCallback", "OAuthCallback"],
      },
      {
        report: "sdk",
        specifier: "@knowledge-base/sdk/tools",
        names: ["toTools", "ToolOptions", "toAiSdkTools", "toAnthropicTools", "toOpenAIChatTools"],
      },
    ],
    documents: [
      ["guides/quick-start.md", "Install", "Make a call", "Call your service"],
      ["operations/channels.list.md", "Example", "Behavior"],
      ["operations/bindings.update.md", "Example", "Behavior"],
      ["operations/pages.archive.md", "Behavior"],
      ["guides/handle-errors.md"],
      ["guides/make-calls.md"],
      [
        "guides/retries-and-timeouts.md",
        "What gets retried",
        "How long it waits",
        "Timeout or deadline",
        "Abort a call",
      ],
      ["guides/custom-operations-and-drift.md"],
      ["guides/connect-a-workspace.md"],
      ["guides/prompts-and-agents.md", "Fit the index into a budget", "Hostile titles", "Give a model tools"],
    ],
  },
  {
    file: "llms-testing.txt",
    title: "Knowledge Base: testing",
    purpose: "Everything to test a program against the reference server, `@knowledge-base/server`.",
    maxTokens: 15_000,
    signatures: [
      {
        report: "server",
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
      { report: "server", specifier: "@knowledge-base/server/msw", names: ["createHandlers"] },
      { report: "server", specifier: "@knowledge-base/server/demo", names: ["demoSeed"] },
    ],
    documents: [
      ["guides/quick-start.md", "Install"],
      ["guides/test-your-code.md"],
      ["guides/break-things.md"],
      ["guides/run-the-server.md", "Start it from a script", "Control it", "Write a test in Python"],
      ["reference/state-format.md"],
    ],
  },
];
