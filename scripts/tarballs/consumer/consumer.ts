// Compiles the declarations of the built packages, without skipLibCheck.
import { type ConformanceReport, runConformance } from "@knowledge-base/conformance";
import { type ChannelBinding, KnowledgeBase, type Page } from "@knowledge-base/sdk";
import { isOAuthExpired } from "@knowledge-base/sdk/oauth";
import { type PromptIndexText, renderPromptIndex } from "@knowledge-base/sdk/prompt";
import { type AgentTool, type ToolResult, toAnthropicTools, toTools } from "@knowledge-base/sdk/tools";
import { createReferenceServer } from "@knowledge-base/server";
import { type ConnectedServer, connect } from "@knowledge-base/server/control";
import { demoSeed } from "@knowledge-base/server/demo";
import { page as createPage } from "@knowledge-base/server/factories";
import { contract, type Input } from "@knowledge-base/types";
import { createOpenApiDocument, type OpenApiDocument } from "@knowledge-base/types/openapi";

const server = createReferenceServer({ seed: demoSeed() });
const { baseUrl, apiKey, fetch } = server;
const kb = new KnowledgeBase({ baseUrl, apiKey, fetch });

const archive: Input<"pages.archive"> = { brainId: "brain_operations", slug: "weather-limits" };
export const page: Promise<Page> = kb.pages.archive(archive);
export const binding: Promise<ChannelBinding> = kb.bindings.update({ brainId: "brain", bindingId: "binding" });
export const expired: Promise<boolean> = kb.oauth.start({ brainId: "brain" }).then((start) => isOAuthExpired(start));
export const text: PromptIndexText = renderPromptIndex([]);
export const tools: readonly AgentTool[] = toTools(kb, { allow: ["pages.archive"], brainId: "brain_operations" });
export const result: Promise<ToolResult> | undefined = tools[0]?.call({ slug: "weather-limits" });
export const definitions = toAnthropicTools(tools).definitions;
export const archiveStatus: 201 = contract["pages.archive"].success.status;
export const document: OpenApiDocument = createOpenApiDocument({ servers: [{ url: baseUrl }] });
export const report: Promise<ConformanceReport> = runConformance({
  baseUrl,
  apiKey,
  fetch,
  records: { brainId: "brain", slug: "page", bindingId: "binding", installationId: "installation" },
});
export const created: Page = server.control.pages.create({ brainId: "brain_operations", title: "T", body: "B" });
export const tides: Page = createPage({ title: "Tides", updatedAt: new Date(0) });
export const connected: Promise<ConnectedServer> = connect("http://127.0.0.1:4000");
