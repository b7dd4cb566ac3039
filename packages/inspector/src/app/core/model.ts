import type { OperationId } from "@knowledge-base/types";
import type { RequestFilter } from "./request-log.ts";
import type { Route } from "./route.ts";

/** A message at the edge of the page. */
export interface Notice {
  readonly kind: "done" | "failed";
  readonly text: string;
}

/** Why the last submission of a form failed. */
export interface FormFailure {
  readonly form: string;
  readonly message: string;
  /** Names of the fields that it is about. */
  readonly fields: readonly string[];
}

/** Whether the page receives the events of the server. */
export type Connection = "connecting" | "open" | "lost";

/** A response to a request that the user sent. */
export interface Trial {
  /** Cancels the request; undefined once the response is complete. */
  readonly cancel: (() => void) | undefined;
  readonly operation: OperationId;
  readonly request: string;
  readonly status?: number;
  readonly durationMs?: number;
  readonly headers?: readonly (readonly [string, string])[];
  readonly body?: string;
  readonly failure?: string;
}

/** State of the page, apart from what is loaded from the server. */
export interface Model {
  readonly route: Route;
  /** Whether the token is accepted. */
  readonly isAuthorized: boolean;
  /** Whether the server has rejected a token. */
  readonly isTokenRejected: boolean;
  readonly connection: Connection;
  /** Organization that the panels are about; null for all of them. */
  readonly organizationId: string | null;
  readonly filter: RequestFilter;
  readonly notice: Notice | undefined;
  readonly trial: Trial | undefined;
  /** Number of records that lists show, if it is not the default, by the name of the list. */
  readonly shownItems: Readonly<Record<string, number>>;
  /** Name of the form that is open, such as `edit` for that of a page; undefined if none is. */
  readonly form: string | undefined;
  readonly failure: FormFailure | undefined;
  /** Text that was copied. It is shown, in case the browser does not allow copying. */
  readonly snippet: { readonly title: string; readonly text: string } | undefined;
}
