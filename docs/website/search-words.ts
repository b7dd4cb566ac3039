import { documents } from "./documents.ts";

/** Words for which the search lists a document first, besides the words of its text. */
export const searchWords: Readonly<Record<string, string>> = {
  "docs/guides/break-things.md": "fault injection chaos fake timers clock journal",
  "docs/guides/checking-an-implementation.md": "conformance contract test verify python go java ci",
  "docs/guides/concepts.md": "brain page slug data model glossary",
  "docs/guides/connect-a-workspace.md": "slack oauth webhook callback authorization",
  "docs/guides/custom-operations-and-drift.md": "validate validation schema zod unknown fields",
  "docs/guides/handle-errors.md": "401 unauthorized 400 403 404 500 exception catch",
  "docs/guides/make-calls.md": "pagination cursor limit streaming batch axios headers logging opentelemetry pino trace",
  "docs/guides/prompts-and-agents.md": "prompt tokens llm rag agent mcp tool injection",
  "docs/guides/quick-start.md": "install npm setup begin getting started tutorial",
  "docs/guides/retries-and-timeouts.md":
    "retry timeout idempotency idempotent deadline backoff rate limit 429 abort cancel turn off disable",
  "docs/guides/run-the-server.md": "docker command line cli inspector python go java port",
  "docs/guides/ship-it.md":
    "ci upgrade version authentication authenticate authenticated auth api key secret security deprecated",
  "docs/guides/test-your-code.md": "mock fetch msw vitest jest playwright stub fake seed fixture create page",
  "docs/guides/use-your-framework.md": "corporate proxy react next.js express hono workers bun deno edge browser cors",
  "docs/operations/bindings.unbind.md": "unbind channel disconnect remove",
  "docs/operations/bindings.update.md": "update binding notifications flags",
  "docs/operations/channels.list.md": "list channels",
  "docs/operations/oauth.start.md": "start oauth connect install bot",
  "docs/operations/pages.archive.md": "archive page delete hide remove restore",
  "docs/operations/promptIndex.get.md": "prompt index list pages get",
  "docs/reference/error-messages.md": "failed to archive page not found troubleshooting",
};

const unknown = Object.keys(searchWords).find((document) => !documents.includes(document));
if (unknown) throw new Error(`There is no document ${unknown}: correct the words for the search.`);
