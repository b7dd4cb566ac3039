import type { OperationId } from "@knowledge-base/types";
import type { OwnOperation } from "../call/callable-operation.ts";
import type { OutputLimits } from "./output-limits.ts";

/** An operation that becomes a tool, with settings for this tool. */
export interface ToolDeclaration {
  /** The operation: the id of an operation of the service, or an operation that {@link defineOperation} has returned. */
  readonly operation: OperationId | OwnOperation;
  /**
   * Name of the tool: 1 to 64 letters, digits, underscores and hyphens.
   *
   * @default the id of the operation in lower case, with underscores
   *
   * @example
   * ```ts
   * import { KnowledgeBase } from "@knowledge-base/sdk";
   * import { toTools } from "@knowledge-base/sdk/tools";
   *
   * const tools = toTools(new KnowledgeBase(), { allow: [{ operation: "pages.archive", name: "archive_page" }] });
   * ```
   * @see [Tools for agents](../../../../docs/guides/tools-for-agents.md)
   */
  readonly name?: string | undefined;
  /**
   * Description for the model: what the tool does and when to call it.
   *
   * @default a description of the operation; the `summary` of a custom operation
   *
   * @example
   * ```ts
   * import { KnowledgeBase } from "@knowledge-base/sdk";
   * import { toTools } from "@knowledge-base/sdk/tools";
   *
   * const tools = toTools(new KnowledgeBase(), { allow: [{ operation: "promptIndex.get", description: "List the pages." }] });
   * ```
   * @see [Tools for agents](../../../../docs/guides/tools-for-agents.md)
   */
  readonly description?: string | undefined;
  /**
   * Whether a call has an effect that cannot be reverted, so that a person should confirm it.
   *
   * @default true for `pages.archive`, `bindings.unbind`, and custom operations that are not safe
   *
   * @example
   * ```ts
   * import { KnowledgeBase } from "@knowledge-base/sdk";
   * import { toTools } from "@knowledge-base/sdk/tools";
   *
   * const tools = toTools(new KnowledgeBase(), { allow: [{ operation: "oauth.start", destructive: true }] });
   * ```
   * @see [Tools for agents](../../../../docs/guides/tools-for-agents.md)
   */
  readonly destructive?: boolean | undefined;
  /**
   * Fields of the input with fixed values. The model can neither see nor change them.
   *
   * @default none
   *
   * @example
   * ```ts
   * import { KnowledgeBase } from "@knowledge-base/sdk";
   * import { toTools } from "@knowledge-base/sdk/tools";
   *
   * const tools = toTools(new KnowledgeBase(), { allow: [{ operation: "promptIndex.get", fixed: { limit: 20 } }] });
   * ```
   * @see [Tools for agents](../../../../docs/guides/tools-for-agents.md)
   */
  readonly fixed?: Readonly<Record<string, unknown>> | undefined;
}

/** Argument of the function `confirm`: a call that a person should confirm. */
export interface ConfirmationRequest {
  /** Name of the tool. */
  readonly tool: string;
  /** Question for the person, in one line of at most 1,000 characters, such as `Archive a page? slug: "weather-limits"`. */
  readonly question: string;
  /** The input of the operation. */
  readonly input: Readonly<Record<string, unknown>>;
  /** Signal of the call; undefined if it has none. */
  readonly signal: AbortSignal | undefined;
}

/** Options of {@link toTools}. */
export interface ToolOptions extends Partial<OutputLimits> {
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
   * @see [Tools for agents](../../../../docs/guides/tools-for-agents.md)
   */
  readonly allow?: readonly (OperationId | OwnOperation | ToolDeclaration)[] | undefined;
  /**
   * The brain that all tools use. It is not part of their input. If there are several brains, the model chooses one of them.
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
   * @see [Tools for agents](../../../../docs/guides/tools-for-agents.md)
   */
  readonly brainId?: string | readonly string[] | undefined;
  /**
   * The installation that all tools use. It is not part of their input. If there are several installations, the model chooses one.
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
   * @see [Tools for agents](../../../../docs/guides/tools-for-agents.md)
   */
  readonly installationId?: string | readonly string[] | undefined;
  /**
   * Function that asks a person before a destructive tool is called. The tool is called only if the function returns true. Not needed
   * with {@link toAiSdkTools}, because the AI SDK asks for approval itself.
   *
   * @default destructive tools are called without asking
   *
   * @example
   * ```ts
   * import { KnowledgeBase } from "@knowledge-base/sdk";
   * import { toTools } from "@knowledge-base/sdk/tools";
   *
   * const tools = toTools(new KnowledgeBase(), { allow: ["pages.archive"], confirm: ({ question }) => question.endsWith('"draft"') });
   * ```
   * @see [Tools for agents](../../../../docs/guides/tools-for-agents.md)
   */
  readonly confirm?: ((request: ConfirmationRequest) => boolean | Promise<boolean>) | undefined;
}
