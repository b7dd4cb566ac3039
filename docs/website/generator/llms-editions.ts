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
      ["guides/getting-started.md", "Install the packages", "Make your first call", "Call your own service"],
      ["operations/channels.list.md", "Example", "Behavior"],
      ["operations/bindings.update.md", "Example", "Behavior"],
      ["operations/pages.archive.md", "Behavior"],
      [
        "guides/errors.md",
        "Catch the errors that you can handle",
        "Get the error as a value",
        "The error classes",
        "A 404 that does not come from the service",
        "Find the invalid field",
        "See every attempt",
      ],
      [
        "guides/calling-the-service.md",
        "Create one client",
        "Read the result of a call",
        "Change options for one call",
        "See what a client does",
        "Write a log",
        "Call a custom operation",
      ],
      ["guides/validation-and-drift.md", "Custom operations"],
      [
        "guides/retries-timeouts-and-deadlines.md",
        "The defaults",
        "Which requests are retried",
        "Timeout or deadline",
        "Abort a call",
        "Observe retries",
      ],
      [
        "guides/the-prompt-index-in-a-prompt.md",
        "Render the index",
        "Count tokens exactly",
        "What you still have to do",
      ],
      ["guides/oauth-end-to-end.md", "Start", "Approve", "Verify the callback", "Confirm and use"],
      ["guides/tools-for-agents.md", "Tools in your program"],
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
      ["guides/getting-started.md", "Install the packages"],
      ["guides/testing.md", "Vitest", "Vitest and msw", "Jest", "Playwright", "Without a server"],
      ["guides/errors.md", "The error classes"],
      ["guides/retries-timeouts-and-deadlines.md", "The defaults"],
      [
        "guides/faults-clock-and-journal.md",
        "Make a call fail",
        "Choose the requests that fail",
        "Fail, fail, succeed",
        "Change the response",
        "Return any response",
        "Lose a response after the operation was executed",
        "End requests that hang",
        "Control the clock",
        "Read the requests that were sent",
        "Wait for a request",
        "Check the notifications of channels",
        "Reset or restore the server",
      ],
      ["guides/test-data.md", "Create records in one line", "Write a seed by hand", "Add records to a running server"],
      ["guides/organizations.md", "Give each test an organization"],
      ["guides/oauth-end-to-end.md", "Test what goes wrong"],
      [
        "guides/the-server-from-another-language.md",
        "Start it",
        "Create an organization for each test",
        "Plan a fault",
        "Write a test in Python",
      ],
    ],
  },
];
