/** A page of each kind. */
export const pagesOfEachKind = [
  "",
  "404.html",
  "guides/errors/",
  "guides/testing/",
  "guides/the-server-from-another-language/",
  "operations/",
  "operations/bindings.update/",
  "examples/files/agent.ts/",
  "decisions/",
  "reference/",
  "reference/sdk/",
  "reference/sdk/KnowledgeBase/",
  "reference/sdk/ClientOptions/",
  "reference/sdk/RateLimitError/",
  "reference/server/choices/",
];
