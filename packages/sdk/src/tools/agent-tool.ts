import type { AnyKnowledgeBaseError } from "../errors/error-table.ts";
import type { KnowledgeBaseErrorCode } from "../errors/knowledge-base-error.ts";

/** JSON Schema (2020-12) of an object. */
export type ToolSchema = {
  /** Always an object. */
  readonly type: "object";
  /** Schemas of the fields, by name. */
  readonly properties: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  /** Names of the required fields. */
  readonly required: readonly string[];
};

/** Result of a tool, which succeeded or failed. */
export type ToolResult = ToolSuccess | ToolFailure;

/** Result of a tool that succeeded. */
export type ToolSuccess = {
  /** The call succeeded. */
  readonly ok: true;
  /** The result for the model. Texts of pages and channels are escaped, so that they can't end the element around them. */
  readonly text: string;
  /** The same result as data, which matches the `outputSchema` of the tool. */
  readonly data: Readonly<Record<string, unknown>>;
};

/** Result of a tool that failed. */
export type ToolFailure = {
  /** The call failed. */
  readonly ok: false;
  /** The failure and what the model can do about it, in one line. */
  readonly text: string;
  /** Code of the error, or `denied` if a person didn't confirm the call. */
  readonly code: KnowledgeBaseErrorCode | "denied";
  /** The error of the client; undefined if the tool failed for another reason. */
  readonly error?: AnyKnowledgeBaseError | undefined;
};

/** Result of {@link AgentTool.validate}: the input of the operation, or the reason why the input of the tool is invalid. */
export type CheckedToolInput =
  | {
      /** The input is valid. */
      readonly ok: true;
      /** The input of the operation: the fields from the model, and the fields that the program has fixed. */
      readonly input: Readonly<Record<string, unknown>>;
      /**
       * Question for a person, in one line of at most 1,000 characters, such as
       * `Archive a page? slug: "weather-limits"`.
       */
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
 * const [list] = toTools(kb, { allow: ["promptIndex.get"] });
 * const result = await list?.call({ brainId: "brain_operations" }, { signal: AbortSignal.timeout(10_000) });
 * console.log(result?.ok); // true
 * ```
 *
 * @see [Prompts and agents](../../../../docs/guides/prompts-and-agents.md)
 */
export type ToolCallOptions = {
  /**
   * Signal that aborts the call, which then rejects with an {@link AbortError}.
   *
   * @default the call isn't aborted
   */
  readonly signal?: AbortSignal | undefined;
};

/**
 * An operation as a tool that a model can call. Functions such as {@link toOpenAIChatTools} convert it to the format of
 * a provider.
 */
export interface AgentTool {
  /** Name, such as `pages_archive`: the id of the operation in lower case, with underscores. */
  readonly name: string;
  /** Id of the operation, such as `pages.archive`. */
  readonly operation: string;
  /** Purpose of the tool, and when to call it, written for a model. */
  readonly description: string;
  /**
   * JSON Schema of the input, without the fields that the program has fixed. It has only the keywords and names that all
   * providers take, and one type for each field.
   */
  readonly inputSchema: ToolSchema;
  /**
   * Whether a provider can enforce the input schema: each field is a text, a number or a boolean. If you set it to false,
   * {@link toOpenAIChatTools} writes optional fields for servers that take only one type for a field.
   */
  readonly strict: boolean;
  /** JSON Schema of the `data` of a result. */
  readonly outputSchema: ToolSchema;
  /**
   * Hints about the effects of the tool, as the Model Context Protocol defines them. A host can use them to decide
   * whether to ask a person.
   */
  readonly annotations: {
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
  };
  /** Whether the tool calls {@link ToolOptions.confirm} before each call. */
  readonly asksPerson: boolean;
  /**
   * Validates an input without calling the operation. Schemas of a custom operation must be synchronous.
   */
  readonly validate: (input: unknown) => Promise<CheckedToolInput>;
  /**
   * Calls the operation. Errors are returned as results, so that a model can read them. The input may be what models write: JSON,
   * numbers and booleans as texts, and null or an empty text for an optional field that is left out.
   *
   * Rejects with an {@link AbortError} if the signal aborts the call, and with an error of `confirm` that isn't one of the client.
   */
  readonly call: (input: unknown, options?: ToolCallOptions) => Promise<ToolResult>;
}
