/** Limits of the results of tools. The field `shortened` of a result lists everything that was shortened. */
export interface OutputLimits {
  /**
   * Maximum length of one text, such as the body of a page, in UTF-16 code units from 1 to 1,000,000.
   *
   * @default 2000
   *
   * @example
   * ```ts
   * import { KnowledgeBase } from "@knowledge-base/sdk";
   * import { toTools } from "@knowledge-base/sdk/tools";
   *
   * const tools = toTools(new KnowledgeBase(), { maxTextLength: 500 });
   * ```
   * @see [Tools for agents](../../../../docs/guides/tools-for-agents.md)
   */
  readonly maxTextLength?: number | undefined;
  /**
   * Maximum number of elements of one list, from 1 to 10,000. It does not apply to the prompt index.
   *
   * @default 100
   *
   * @example
   * ```ts
   * import { KnowledgeBase } from "@knowledge-base/sdk";
   * import { toTools } from "@knowledge-base/sdk/tools";
   *
   * const tools = toTools(new KnowledgeBase(), { maxListLength: 20 });
   * ```
   * @see [Tools for agents](../../../../docs/guides/tools-for-agents.md)
   */
  readonly maxListLength?: number | undefined;
  /**
   * Length at which a result ends, in UTF-16 code units from 500 to 10,000,000. Four of them are about one token.
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
   * @see [Tools for agents](../../../../docs/guides/tools-for-agents.md)
   */
  readonly maxOutputLength?: number | undefined;
}

/** The limits that apply if no others are given. */
export const defaultOutputLimits: Required<{ readonly [Name in keyof OutputLimits]: number }> = {
  maxTextLength: 2000,
  maxListLength: 100,
  maxOutputLength: 20_000,
};
