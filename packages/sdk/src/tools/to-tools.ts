import type { Fields } from "@knowledge-base/internal/json";
import { asTask, deniedText } from "@knowledge-base/internal/operation-texts";
import type { Operation } from "@knowledge-base/types";
import { AbortError } from "../errors/call-errors.ts";
import type { KnowledgeBase } from "../knowledge-base.ts";
import type { AgentTool, ToolFailure } from "./agent-tool.ts";
import { explainError } from "./explain-error.ts";
import { createToolInput, describeCall } from "./tool-input.ts";
import type { ToolOptions } from "./tool-options.ts";
import { createToolOutput } from "./tool-output.ts";
import { readToolOptions, type ToolSettings } from "./tool-settings.ts";

/**
 * Converts operations to tools that a model can call. If `allow` is omitted, only operations that change nothing become
 * tools.
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
 * @see [Prompts and agents](../../../../docs/guides/prompts-and-agents.md)
 */
export function toTools(kb: Pick<KnowledgeBase, "call" | "describe">, options: ToolOptions = {}): readonly AgentTool[] {
  return readToolOptions(options).map((settings) => createTool(kb, settings, options.confirm));
}

const denied: ToolFailure = { ok: false, code: "denied", text: deniedText };

function createTool(
  kb: Pick<KnowledgeBase, "call" | "describe">,
  settings: ToolSettings,
  confirm: ToolOptions["confirm"],
): AgentTool {
  const { operation, name, description, destructive } = settings;
  const { schema: inputSchema, strict, read } = createToolInput(settings);
  const { schema: outputSchema, present } = createToolOutput(settings);
  const asksPerson = destructive && confirm !== undefined;

  const explainErrors = <Result>(run: () => Promise<Result | ToolFailure>) =>
    run().catch((error: unknown) => explainError(settings, error));

  const check = (input: Fields) => {
    // Throws what the call would reject with. Nothing is sent, and the description of the request isn't used.
    kb.describe(operation as never, input as never);
    return { input, question: describeCall(operation, input) };
  };

  return {
    name,
    operation: operation.id,
    description,
    inputSchema,
    strict,
    outputSchema,
    annotations: {
      title: operation.summary,
      readOnlyHint: operation.idempotency === "safe",
      destructiveHint: destructive,
      idempotentHint: operation.idempotency !== "unsafe",
      openWorldHint: true,
    },
    asksPerson,
    validate: (given) => explainErrors(async () => ({ ok: true, ...check(read(given)) })),
    call: (given, { signal } = {}) =>
      explainErrors(async () => {
        const input = read(given);
        const ask = async () => confirm?.({ tool: name, ...check(input), signal });
        if (asksPerson && (await askUntilAborted(ask, operation, signal)) !== true) return denied;
        return present(await kb.call(operation as never, input as never, { signal }));
      }),
  };
}

// Rejects if the signal is aborted first, because a person may never answer.
function askUntilAborted(ask: () => Promise<unknown>, { id, summary }: Operation, signal?: AbortSignal) {
  const message = `Failed to ${asTask(summary)}: the signal was aborted.`;
  return new Promise((resolve, reject) => {
    const abort = () =>
      reject(new AbortError({ message, operation: id, stopReason: "aborted", cause: signal?.reason }));
    if (signal?.aborted) return abort();
    signal?.addEventListener("abort", abort);
    ask()
      .then(resolve, reject)
      .finally(() => signal?.removeEventListener("abort", abort));
  });
}
