import { type ClientOptions, KnowledgeBase } from "@knowledge-base/sdk";
import { type AgentTool, type ToolOptions, type ToolResult, toTools } from "@knowledge-base/sdk/tools";
import { createReferenceServer } from "@knowledge-base/server";
import { demoSeed } from "@knowledge-base/server/demo";
import { contract, type OperationId } from "@knowledge-base/types";
import * as z from "zod";
import { baseUrl, secretKey } from "./client.ts";
import { defineWith } from "./operation-calls.ts";

const allOperations = Object.keys(contract) as readonly OperationId[];

/** A brain of the demo seed. */
export const brainId = "brain_operations";
/** The installation of the organization of that brain. */
export const installationId = "installation_harbour_line";

/** Creates the tools of all operations for a reference server with the demo seed. */
export function openTools(options: ToolOptions = {}) {
  const server = createReferenceServer({ seed: demoSeed() });
  const { apiKey, fetch } = server;
  const kb = new KnowledgeBase({ baseUrl: server.baseUrl, apiKey, fetch, retries: 0, logLevel: "off" });
  const tools = toTools(kb, { allow: allOperations, ...options });
  const find = (name: string): AgentTool => {
    const tool = tools.find((one) => one.name === name);
    if (!tool) throw new Error(`There is no tool ${name}`);
    return tool;
  };
  const call = (name: string, input: unknown): Promise<ToolResult> => find(name).call(input);
  return { server, kb, tools, find, call };
}

/** Creates the only tool of a client whose service always responds in the same way. */
export function openTool(
  options: ToolOptions,
  respond: (request: Request) => Response | Promise<Response> = () => Response.json({}),
  client: ClientOptions = {},
): AgentTool {
  const fetch = async (url: string, init?: object) => respond(new Request(url, init));
  const kb = new KnowledgeBase({ baseUrl, apiKey: secretKey, fetch, retries: 0, logLevel: "off", ...client });
  const [tool] = toTools(kb, { brainId, ...options });
  if (!tool) throw new Error("There is no tool");
  return tool;
}

/** Declares an operation that is safe and has no input, with some fields changed. */
export const defineSafe = (changes: object) =>
  defineWith({ summary: "Check a page", success, errors: [404], idempotency: "safe", ...changes });

const success = { status: 200, schema: z.unknown() };

/** Returns the data of a result, and throws if it failed. */
export function dataOf(result: ToolResult): Readonly<Record<string, unknown>> {
  if (!result.ok) throw new Error(result.text);
  return result.data;
}
