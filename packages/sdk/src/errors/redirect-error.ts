import { type ErrorInit, KnowledgeBaseError } from "./knowledge-base-error.ts";

/** The fields from which a {@link RedirectError} is created. */
export interface RedirectErrorInit extends ErrorInit {
  /** HTTP status. */
  readonly status: number;
  /**
   * Target of the redirect.
   *
   * @default undefined
   */
  readonly location?: string | undefined;
}

/**
 * Thrown if the service redirects. The client does not follow redirects, because it would send the API key along.
 *
 * @example
 * ```ts
 * import { KnowledgeBase, RedirectError } from "@knowledge-base/sdk";
 *
 * const fetch = async () => Response.redirect("https://www.example.com/");
 * const kb = new KnowledgeBase({ baseUrl: "https://kb.example.com", apiKey: "YOUR_API_KEY", fetch });
 * const { error } = await kb.promptIndex.get({ brainId: "brain_operations" }).safe();
 * console.log(error instanceof RedirectError && error.location); // https://www.example.com/
 * ```
 *
 * @see [Error catalogue](../../../../docs/guides/error-catalogue.md#redirecterror)
 * @see [Errors](../../../../docs/guides/errors.md)
 */
export class RedirectError extends KnowledgeBaseError {
  override readonly name = "RedirectError" as const;
  override readonly code = "redirect" as const;

  /** HTTP status of the response; 0 in a browser, which hides the status. */
  readonly status: number;

  /** Target of the redirect; undefined if the response names none, and in a browser, which hides the target. */
  readonly location: string | undefined;

  constructor(fields: RedirectErrorInit) {
    super(fields);
    this.status = fields.status;
    this.location = fields.location;
  }
}
