import type { JsonSchema } from "@knowledge-base/types/openapi";
import type { AnyKnowledgeBaseError } from "../errors/any-knowledge-base-error.ts";
import type { KnowledgeBaseErrorCode } from "../errors/knowledge-base-error.ts";

/** Hints about what a tool does, as the Model Context Protocol defines them. A host decides with them whether to ask a person. */
export interface ToolAnnotations {
  /** Title for people, such as `Archive a page`. */
  readonly title: string;
  /** Whether a call changes nothing. */
  readonly readOnlyHint: boolean;
  /** Whether a call has an effect that no operation of the service reverts. */
  readonly destructiveHint: boolean;
  /** Whether a second call with the same input has no further effect. */
  readonly idempotentHint: boolean;
  /** True: results can contain text that anybody has written. */
  readonly openWorldHint: boolean;
}

/** Result of a tool that succeeded. */
export interface ToolSuccess {
  readonly ok: true;
  /** The result for the model. Texts of pages and channels are inside of one element, and cannot end it. */
  readonly text: string;
  /** The same as data, which matches the `outputSchema` of the tool. */
  readonly data: Readonly<Record<string, unknown>>;
}

/** Result of a tool that failed. */
export interface ToolFailure {
  readonly ok: false;
  /** What failed and what the model can do about it, in one line of at most 1,000 characters. */
  readonly text: string;
  /** Code of the error, or `denied` if a person did not confirm the call. */
  readonly code: KnowledgeBaseErrorCode | "denied";
  /** The error of the client, if there is one. */
  readonly error?: AnyKnowledgeBaseError | undefined;
}

/** Result of a tool. */
export type ToolResult = ToolSuccess | ToolFailure;

/** The input of a call, validated, or why it is invalid. */
export type ToolInput =
  | {
      readonly ok: true;
      /** The fields that the operation is called with: those of the model without null, and those that the program has fixed. */
      readonly input: Readonly<Record<string, unknown>>;
      /** The call as a question for a person, in one line of at most 1,000 characters: `Archive a page? slug: "weather-limits"`. */
      readonly question: string;
    }
  | ToolFailure;

/** Options of a call of a tool. */
export interface ToolCallOptions {
  /**
   * Signal that aborts the call, which then rejects with an {@link AbortError}.
   *
   * @default none
   */
  readonly signal?: AbortSignal | undefined;
}

/** An operation as a tool that a model can call. Adapters such as {@link toOpenAIChatTools} write it as a provider expects it. */
export interface AgentTool {
  /** Name, such as `pages_archive`: the id of the operation in lower case, with underscores. */
  readonly name: string;
  /** Id of the operation, such as `pages.archive`. */
  readonly operation: string;
  /** What the tool does and when to call it, written for a model. */
  readonly description: string;
  /**
   * JSON Schema of the input, in the dialect 2020-12, without the fields that the program has fixed. If {@link AgentTool.strict} is
   * true, all fields are required, those that may be left out are nullable, and there are no other fields.
   */
  readonly inputSchema: JsonSchema;
  /** Whether the schema of the input follows the rules for strict schemas of OpenAI and Anthropic. */
  readonly strict: boolean;
  /** JSON Schema of {@link ToolSuccess.data}, always of an object. */
  readonly outputSchema: JsonSchema;
  /** Hints about what the tool does. */
  readonly annotations: ToolAnnotations;
  /** Whether the tool itself asks a person before each call, by {@link ToolOptions.confirm}. */
  readonly asksPerson: boolean;
  /** Validates an input without calling the operation. Null counts as left out. */
  readonly validate: (input: unknown) => Promise<ToolInput>;
  /**
   * Calls the operation. Errors are results, so that a model can read them.
   *
   * Rejects with an {@link AbortError} if the signal aborts the call, and with what the program's own functions throw, such as
   * `confirm`.
   */
  readonly call: (input: unknown, options?: ToolCallOptions) => Promise<ToolResult>;
}
