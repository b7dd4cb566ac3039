import type { Operation, OperationId } from "@knowledge-base/types";
import { isContractOperation } from "@knowledge-base/types/internal";
import type { OwnOperation } from "../call/callable-operation.ts";
import { withErrorContext } from "../errors/deferred-error.ts";
import { isKnowledgeBaseError } from "../errors/is-knowledge-base-error.ts";
import type { CallOptions } from "../options/client-options.ts";
import type { AgentTool, ToolFailure } from "./agent-tool.ts";
import { contractTools, type ToolClient } from "./contract-tools.ts";
import { createToolInputSchema } from "./create-tool-input-schema.ts";
import { createToolOutputSchema } from "./create-tool-output-schema.ts";
import { explainError } from "./explain-error.ts";
import { presentOutput } from "./present-output.ts";
import type { ToolOptions } from "./tool-options.ts";
import { readToolOptions, type ToolSettings, type ToolsSettings } from "./tool-settings.ts";
import { validateToolInput } from "./validate-tool-input.ts";

/**
 * Converts operations to tools that a model can call. If `allow` is omitted, only operations that change nothing become tools.
 *
 * The tools use the timeouts, retries and hooks of the client. Use `kb.withOptions` to change them.
 *
 * @throws {@link ConfigurationError} if an option is unknown or invalid
 *
 * @example
 * ```ts
 * import { KnowledgeBase } from "@knowledge-base/sdk";
 * import { toTools } from "@knowledge-base/sdk/tools";
 *
 * const kb = new KnowledgeBase({ baseUrl: "https://kb.example.com", apiKey: "YOUR_API_KEY" });
 * const [index] = toTools(kb, { allow: ["promptIndex.get"], brainId: "brain_operations" });
 * const result = await index?.call({ limit: 1 });
 * console.log(result?.text);
 * // <knowledge-base-index pages="1" left-out="0">
 * //   <page slug="electric-fleet-programme" type="project" status="active" pinned="true"><title>Electric fleet programme</title>…
 * // </knowledge-base-index>
 * ```
 *
 * @see [Tools for agents](../../../../docs/guides/tools-for-agents.md)
 */
export function toTools(kb: ToolClient, options: ToolOptions = {}): readonly AgentTool[] {
  const settings = withErrorContext({ task: "create tools" }, () => readToolOptions(options));
  return settings.tools.map((tool) => createTool(kb, tool, settings));
}

function createTool(kb: ToolClient, settings: ToolSettings, { limits, confirm }: ToolsSettings): AgentTool {
  const { operation, name } = settings;
  const contractTool = findContractTool(kb, operation);
  const { description = contractTool?.description ?? `${operation.summary}.` } = settings;
  const { destructive = contractTool?.isDestructive } = settings;
  const readOnlyHint = operation.idempotency === "safe";
  const annotations = {
    title: operation.summary,
    readOnlyHint,
    destructiveHint: destructive ?? !readOnlyHint,
    idempotentHint: operation.idempotency !== "unsafe",
    openWorldHint: true,
  };
  const inputSchema = createToolInputSchema(settings);
  const outputSchema = createToolOutputSchema(operation, contractTool?.listName);
  const callOwn: Send = (input, callOptions) => kb.call(operation as OwnOperation, input, callOptions);
  const send = (contractTool?.call as Send | undefined) ?? callOwn;
  const asksPerson = annotations.destructiveHint && confirm !== undefined;
  const validate = (input: unknown) => validateToolInput(settings, inputSchema, input);

  return {
    name,
    operation: operation.id,
    description,
    inputSchema: inputSchema.shown,
    strict: inputSchema.strict,
    outputSchema: outputSchema.returned,
    annotations,
    asksPerson,
    validate,
    async call(given, { signal } = {}) {
      const valid = await validate(given);
      if (!valid.ok) return valid;
      const { input, question } = valid;
      if (asksPerson && (await confirm?.({ tool: name, question, input, signal })) !== true) return denied;
      try {
        return presentOutput(settings, outputSchema, await send(input, { signal }), limits);
      } catch (error) {
        if (!isKnowledgeBaseError(error) || error.code === "aborted") throw error;
        return explainError(error, operation);
      }
    },
  };
}

/** Calls an operation with an input that was validated. */
type Send = (input: Readonly<Record<string, unknown>>, options: CallOptions) => PromiseLike<unknown>;

function findContractTool(kb: ToolClient, operation: Operation) {
  return isContractOperation(operation) ? contractTools[operation.id as OperationId](kb) : undefined;
}

const denied: ToolFailure = {
  ok: false,
  code: "denied",
  text: "The person did not allow this call. Nothing was changed. Do not repeat it unless the person asks for it.",
};
