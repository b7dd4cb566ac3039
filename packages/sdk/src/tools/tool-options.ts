import type { Operation, OperationId } from "@knowledge-base/types";

/**
 * An operation that becomes a tool, with settings for this tool.
 *
 * @inline
 */
export type ToolDeclaration = {
  /**
   * The operation: the id of an operation of the service, or an operation that {@link defineOperation} has returned.
   */
  readonly operation: OperationId | Operation;
  /**
   * Name of the tool: 1 to 64 letters, digits, underscores and hyphens, first a letter or an underscore.
   *
   * @default the id of the operation in lower case, with underscores
   */
  readonly name?: string | undefined;
  /**
   * Description for the model: what the tool does and when to call it.
   *
   * @default a description of the operation; the `summary` of a custom operation
   */
  readonly description?: string | undefined;
  /**
   * Whether a call has an effect that can't be reverted, so that a person should confirm it.
   *
   * @default true for `pages.archive`, `bindings.unbind`, and custom operations that aren't safe
   */
  readonly destructive?: boolean | undefined;
  /**
   * Fields of the input with fixed values. The model can neither see nor change them.
   *
   * @default none
   */
  readonly fixed?: Readonly<Record<string, unknown>> | undefined;
};

/**
 * A call that a person should confirm.
 *
 * @inline
 */
export type ConfirmationRequest = {
  /** Name of the tool. */
  readonly tool: string;
  /**
   * Question for the person, in one line of at most 1,000 characters, such as `Archive a page? slug: "weather-limits"`.
   */
  readonly question: string;
  /** The input of the operation. */
  readonly input: Readonly<Record<string, unknown>>;
  /** Signal of the call; undefined if it has none. */
  readonly signal: AbortSignal | undefined;
};

/** Options of {@link toTools}. */
export interface ToolOptions {
  /**
   * The operations that become tools: ids of operations of the service, custom operations, or either with settings.
   *
   * @default the operations that change nothing: `promptIndex.get` and `channels.list`
   *
   * @example
   * ```ts
   * import { KnowledgeBase } from "@knowledge-base/sdk";
   * import { toTools } from "@knowledge-base/sdk/tools";
   *
   * const tools = toTools(new KnowledgeBase(), { allow: ["promptIndex.get", "pages.archive"] });
   * ```
   * @see [Prompts and agents](../../../../docs/guides/prompts-and-agents.md)
   */
  readonly allow?: readonly (OperationId | Operation | ToolDeclaration)[] | undefined;
  /**
   * The brain that all tools use. It isn't part of their input. If there are several brains, the model chooses one of
   * them.
   *
   * @default the model can name any brain
   *
   * @example
   * ```ts
   * import { KnowledgeBase } from "@knowledge-base/sdk";
   * import { toTools } from "@knowledge-base/sdk/tools";
   *
   * const tools = toTools(new KnowledgeBase(), { brainId: "brain_operations" });
   * ```
   * @see [Prompts and agents](../../../../docs/guides/prompts-and-agents.md)
   */
  readonly brainId?: string | readonly string[] | undefined;
  /**
   * The installation that all tools use. It isn't part of their input. If there are several installations, the model
   * chooses one.
   *
   * @default the model can name any installation
   *
   * @example
   * ```ts
   * import { KnowledgeBase } from "@knowledge-base/sdk";
   * import { toTools } from "@knowledge-base/sdk/tools";
   *
   * const tools = toTools(new KnowledgeBase(), { installationId: "installation_harbour_line" });
   * ```
   * @see [Prompts and agents](../../../../docs/guides/prompts-and-agents.md)
   */
  readonly installationId?: string | readonly string[] | undefined;
  /**
   * Function that asks a person before a destructive tool is called. The tool is called only if the function returns
   * true. Not needed with {@link toAiSdkTools}, because the AI SDK asks for approval itself.
   *
   * @default destructive tools are called without asking
   *
   * @example
   * ```ts
   * import { KnowledgeBase } from "@knowledge-base/sdk";
   * import { toTools } from "@knowledge-base/sdk/tools";
   *
   * const tools = toTools(new KnowledgeBase(), {
   *   allow: ["pages.archive"],
   *   confirm: ({ input }) => input["slug"] === "draft",
   * });
   * ```
   * @see [Prompts and agents](../../../../docs/guides/prompts-and-agents.md)
   */
  readonly confirm?: ((request: ConfirmationRequest) => boolean | Promise<boolean>) | undefined;
  /**
   * Largest length of a result, in UTF-16 code units from 2,000 to 10,000,000. Four of them are about one token. Texts
   * and lists are shortened until the result fits, and its field `shortened` says by how much. An index has only whole
   * entries.
   *
   * @default 20000
   *
   * @example
   * ```ts
   * import { KnowledgeBase } from "@knowledge-base/sdk";
   * import { toTools } from "@knowledge-base/sdk/tools";
   *
   * const tools = toTools(new KnowledgeBase(), { maxOutputLength: 5_000 });
   * ```
   * @see [Prompts and agents](../../../../docs/guides/prompts-and-agents.md)
   */
  readonly maxOutputLength?: number | undefined;
}
