import { type ErrorContext, KnowledgeBaseError } from "./knowledge-base-error.ts";

/** The service redirected. The client does not follow, because the key would go along. */
export class RedirectError extends KnowledgeBaseError {
  override readonly name = "RedirectError" as const;
  override readonly code = "redirect" as const;

  /** HTTP status of the answer; 0 in a browser, which does not tell. */
  readonly status: number;

  /** Where the service points to; undefined where it does not say, and in a browser, which does not tell. */
  readonly location: string | undefined;

  /** @internal */
  constructor(status: number, location: string | undefined, context: ErrorContext) {
    const target = location === undefined ? "elsewhere" : `to ${location}`;
    super(`the service redirects ${target}. Make that the baseUrl, if it is the service.`, context);
    this.status = status;
    this.location = location;
  }
}
