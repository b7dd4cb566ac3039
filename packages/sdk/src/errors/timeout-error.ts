import { type ErrorInit, KnowledgeBaseError } from "./knowledge-base-error.ts";

/**
 * The limit that was reached: the `timeout` of an attempt, the `deadline` of the call, or a limit of the `fetch` function itself, such
 * as the 300 seconds for which Node waits for the headers of a response.
 */
export type TimeLimit = "timeout" | "deadline" | "fetch";

/** The fields from which a {@link TimeoutError} is created. */
export interface TimeoutErrorInit extends ErrorInit {
  /** The limit that was reached. */
  readonly limit: TimeLimit;
}

/**
 * Thrown if the last attempt exceeded its timeout, or the call exceeded its deadline.
 *
 * @example
 * ```ts
 * import { KnowledgeBase, TimeoutError } from "@knowledge-base/sdk";
 *
 * const fetch = () => new Promise<Response>(() => {});
 * const kb = new KnowledgeBase({ baseUrl: "https://kb.example.com", apiKey: "YOUR_API_KEY", fetch });
 * const { error } = await kb.promptIndex.get({ brainId: "brain_operations" }, { deadline: 50 }).safe();
 * console.log(error instanceof TimeoutError && error.limit); // deadline
 * ```
 *
 * @see [Error catalogue](../../../../docs/guides/error-catalogue.md#timeouterror)
 * @see [Errors](../../../../docs/guides/errors.md)
 */
export class TimeoutError extends KnowledgeBaseError {
  override readonly name = "TimeoutError" as const;
  override readonly code = "timeout" as const;

  /** The limit that was reached: the name of the option that sets it, or `fetch`. */
  readonly limit: TimeLimit;

  constructor(fields: TimeoutErrorInit) {
    super(fields);
    this.limit = fields.limit;
  }
}
