import { type ErrorContext, KnowledgeBaseError } from "./knowledge-base-error.ts";

/** Thrown if the service redirects. The client does not follow, because the key would be sent along. */
export class RedirectError extends KnowledgeBaseError {
  override readonly name = "RedirectError" as const;
  override readonly code = "redirect" as const;

  /** HTTP status of the response; 0 in a browser, which hides it. */
  readonly status: number;

  /** Target of the redirect; undefined if the response has none, and in a browser, which hides it. */
  readonly location: string | undefined;

  /** @internal */
  constructor(status: number, location: string | undefined, context: ErrorContext) {
    const target = location === undefined ? "elsewhere" : `to ${location}`;
    super(`the service redirects ${target}. Make that the baseUrl, if it is the service.`, context);
    this.status = status;
    this.location = location;
  }
}
