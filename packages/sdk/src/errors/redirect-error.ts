import { type ErrorInit, KnowledgeBaseError } from "./knowledge-base-error.ts";

/** The fields of a {@link RedirectError}. */
export interface RedirectErrorInit extends ErrorInit {
  /** HTTP status. */
  readonly status: number;
  /** Target of the redirect. */
  readonly location?: string | undefined;
}

/** Thrown if the service redirects. The client does not follow, because the key would be sent along. */
export class RedirectError extends KnowledgeBaseError {
  override readonly name = "RedirectError" as const;
  override readonly code = "redirect" as const;

  /** HTTP status of the response; 0 in a browser, which hides it. */
  readonly status: number;

  /** Target of the redirect; undefined if the response has none, and in a browser, which hides it. */
  readonly location: string | undefined;

  constructor(fields: RedirectErrorInit) {
    super(fields);
    this.status = fields.status;
    this.location = fields.location;
  }
}
