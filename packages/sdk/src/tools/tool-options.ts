import type { OperationId } from "@knowledge-base/types";
import type { OwnOperation } from "../call/callable-operation.ts";
import type { OutputLimits } from "./output-limits.ts";

/** A tool with settings of its own. */
export interface ToolDeclaration {
  /** The operation: the id of one of the service, or one that {@link defineOperation} has returned. */
  readonly operation: OperationId | OwnOperation;
  /**
   * Name of the tool: 1 to 64 letters, digits, underscores and hyphens.
   *
   * @default the id of the operation in lower case, with underscores
   */
  readonly name?: string | undefined;
  /**
   * What the tool does and when to call it, written for a model.
   *
   * @default a description of the operation; of an own operation its summary
   */
  readonly description?: string | undefined;
  /**
   * Whether a call has an effect that cannot be reverted, so that a person should confirm it.
   *
   * @default true for `pages.archive`, `bindings.unbind`, and own operations that are not safe
   */
  readonly destructive?: boolean | undefined;
  /**
   * Fields of the input that the program fixes. The model neither sees nor changes them.
   *
   * @default none
   */
  readonly fixed?: Readonly<Record<string, unknown>> | undefined;
}

/** A call that a person should confirm. */
export interface ConfirmationRequest {
  /** Name of the tool. */
  readonly tool: string;
  /** Question for the person, in one line of at most 1,000 characters, such as `Archive a page? slug: "weather-limits"`. */
  readonly question: string;
  /** The input that the operation will be called with. */
  readonly input: Readonly<Record<string, unknown>>;
  /** Signal of the call, if it has one. */
  readonly signal: AbortSignal | undefined;
}

/** Options of {@link toTools}. */
export interface ToolOptions extends Partial<OutputLimits> {
  /**
   * The operations that become tools, and no others: ids of operations of the service, own operations, or either with settings.
   *
   * @default the operations that change nothing: `promptIndex.get` and `channels.list`
   */
  readonly allow?: readonly (OperationId | OwnOperation | ToolDeclaration)[] | undefined;
  /**
   * The brain that all tools use. It is then not part of their input. With several brains, the model chooses one of them.
   *
   * @default the model names any brain
   */
  readonly brainId?: string | readonly string[] | undefined;
  /**
   * The installation that all tools use. It is then not part of their input. With several, the model chooses one of them.
   *
   * @default the model names any installation
   */
  readonly installationId?: string | readonly string[] | undefined;
  /**
   * Function that asks a person before a destructive tool is called. If it returns anything but true, the tool is not called. The
   * adapter for the AI SDK does not need it, because that has approvals of its own.
   *
   * @default destructive tools are called without asking
   */
  readonly confirm?: ((request: ConfirmationRequest) => boolean | Promise<boolean>) | undefined;
}
