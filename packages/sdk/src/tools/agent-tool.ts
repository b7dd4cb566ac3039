import type { JsonSchema } from "@knowledge-base/types/internal";
import type { AnyKnowledgeBaseError } from "../errors/any-knowledge-base-error.ts";
import type { KnowledgeBaseErrorCode } from "../errors/knowledge-base-error.ts";

/** Hints about the effects of a tool, as the Model Context Protocol defines them. A host can use them to decide whether to ask a person. */
export interface ToolAnnotations {
  /** Title for display, such as `Archive a page`. */
  readonly title: string;
  /** Whether a call changes nothing. */
  readonly readOnlyHint: boolean;
  /** Whether a call has an effect that no operation of the service reverts. */
  readonly destructiveHint: boolean;
  /** Whether a second call with the same input has no further effect. */
  readonly idempotentHint: boolean;
  /** Always true: results can contain text written by anyone. */
  readonly openWorldHint: boolean;
}

/** Result of a tool that succeeded. */
export interface ToolSuccess {
  readonly ok: true;
  /** The result for the model. Texts of pages and channels are escaped, so that they cannot end the element around them. */
  readonly text: string;
  /** The same result as data, which matches the `outputSchema` of the tool. */
  readonly data: Readonly<Record<string, unknown>>;
}

/** Result of a tool that failed. */
export interface ToolFailure {
  readonly ok: false;
  /** The failure and what the model can do about it, in one line of at most 1,000 characters. */
  readonly text: string;
  /** Code of the error, or `denied` if a person did not confirm the call. */
  readonly code: KnowledgeBaseErrorCode | "denied";
  /** The error of the client; absent if the tool failed for another reason. */
  readonly error?: AnyKnowledgeBaseError | undefined;
}

/** Result of a tool. */
export type ToolResult = ToolSuccess | ToolFailure;

/** The validated input of a call, or the reason why it is invalid. */
export type ToolInput =
  | {
      readonly ok: true;
      /** The input of the operation: the fields from the model that are not null, and the fields that the program has fixed. */
      readonly input: Readonly<Record<string, unknown>>;
      /** Question for a person, in one line of at most 1,000 characters, such as `Archive a page? slug: "weather-limits"`. */
      readonly question: string;
    }
  | ToolFailure;

/**
 * Options of a call of a tool.
 *
 * @example
 * ```ts
 * import { KnowledgeBase } from "@knowledge-base/sdk";
 * import { toTools } from "@knowledge-base/sdk/tools";
 *
 * const kb = new KnowledgeBase({ baseUrl: "https://kb.example.com", apiKey: "YOUR_API_KEY" });
 * const [tool] = toTools(kb, { allow: ["promptIndex.get"], brainId: "brain_operations" });
 * const result = await tool?.call({ limit: 5 }, { signal: AbortSignal.timeout(10_000) });
 * console.log(result?.ok); // true
 * ```
 *
 * @see [Tools for agents](../../../../docs/guides/tools-for-agents.md)
 */
export interface ToolCallOptions {
  /**
   * Signal that aborts the call, which then rejects with an {@link AbortError}.
   *
   * @default none
   */
  readonly signal?: AbortSignal | undefined;
}

/** An operation as a tool that a model can call. Functions such as {@link toOpenAIChatTools} convert it to the format of a provider. */
export interface AgentTool {
  /** Name, such as `pages_archive`: the id of the operation in lower case, with underscores. */
  readonly name: string;
  /** Id of the operation, such as `pages.archive`. */
  readonly operation: string;
  /** What the tool does and when to call it, written for a model. */
  readonly description: string;
  /**
   * JSON Schema (2020-12) of the input, without the fields that the program has fixed. If {@link AgentTool.strict} is true, all fields
   * are required, optional fields are nullable, and other fields are not allowed.
   */
  readonly inputSchema: JsonSchema;
  /** Whether the input schema follows the rules for strict schemas of OpenAI and Anthropic. */
  readonly strict: boolean;
  /** JSON Schema of {@link ToolSuccess.data}, which is always an object. */
  readonly outputSchema: JsonSchema;
  /** Hints about the effects of the tool. */
  readonly annotations: ToolAnnotations;
  /** Whether the tool calls {@link ToolOptions.confirm} before each call. */
  readonly asksPerson: boolean;
  /** Validates an input without calling the operation. Optional fields that are null count as omitted. */
  readonly validate: (input: unknown) => Promise<ToolInput>;
  /**
   * Calls the operation. Errors are returned as results, so that a model can read them.
   *
   * Rejects with an {@link AbortError} if the signal aborts the call, and with any error of `confirm`.
   */
  readonly call: (input: unknown, options?: ToolCallOptions) => Promise<ToolResult>;
}
