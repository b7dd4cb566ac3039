// Uses the installed packages with `import`. It also runs as a bundle for a browser.
import { runConformance } from "@knowledge-base/conformance";
import { setup } from "@knowledge-base/conformance/reference-server";
import { isKnowledgeBaseError, KnowledgeBase } from "@knowledge-base/sdk";
import { isOAuthExpired } from "@knowledge-base/sdk/oauth";
import { renderPromptIndex } from "@knowledge-base/sdk/prompt";
import { toOpenAIChatTools, toTools } from "@knowledge-base/sdk/tools";
import { createReferenceServer } from "@knowledge-base/server";
import { withControl } from "@knowledge-base/server/control";
import { demoSeed } from "@knowledge-base/server/demo";
import { apiKey as createApiKey, organization } from "@knowledge-base/server/factories";
import { contract } from "@knowledge-base/types";
import { createOpenApiDocument } from "@knowledge-base/types/openapi";

const server = createReferenceServer({ seed: demoSeed() });
const { baseUrl, apiKey } = server;
const kb = new KnowledgeBase({ baseUrl, apiKey, fetch: withControl(server), dangerouslyAllowBrowser: true });
const brainId = "brain_operations";

const page = await kb.pages.archive({ brainId, slug: "weather-limits" });
check(page.status === "archived", "The page is archived");
const missing = await kb.pages.archive({ brainId, slug: "nothing" }).safe();
check(isKnowledgeBaseError(missing.error, "not_found"), "A missing page is not found");
const { text } = renderPromptIndex(await kb.promptIndex.get({ brainId, limit: 3 }));
check(text.includes("electric-fleet-programme"), "The index becomes text");
const tools = toTools(kb, { brainId });
const results = await toOpenAIChatTools(tools).run([
  { id: "call", type: "function", function: { name: "prompt_index_get", arguments: '{"limit":1}' } },
]);
check(results[0].content.includes("electric-fleet-programme"), "A tool is called");
const [index] = toTools(kb, { brainId: "nothing", allow: ["promptIndex.get"] });
check((await index.call({})).code === "not_found", "The error of a tool is one of the client");
check(!isOAuthExpired(await kb.oauth.start({ brainId })), "The OAuth flow has time left");
check(contract["pages.archive"].success.status === 201, "The contract is there");
check(createOpenApiDocument({ servers: [{ url: baseUrl }] }).openapi.startsWith("3.1"), "The document is there");
const report = await runConformance({ baseUrl, apiKey, fetch: server.fetch, records: { brainId } });
check(report.conforms, "The reference server conforms");
const target = { baseUrl, apiKey, fetch: withControl(server), setup, write: true };
check((await runConformance(target, { strict: true })).succeeded, "The reference server conforms with a setup");
server.seed({ version: 1, organizations: [organization()], apiKeys: [createApiKey()] });
check(server.control.apiKeys.get({ apiKey: "kb_organization" }).role === "admin", "The factories create records");
console.log("modules work");

function check(condition, expectation) {
  if (!condition) throw new Error(`Not fulfilled: ${expectation}.`);
}
