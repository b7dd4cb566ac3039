import type { contract, OperationId } from "@knowledge-base/types";
import type { JournalReason } from "../journal/journal-entry.ts";
import type { OrganizationState, ServerState } from "../server-state.ts";
import type { ApiKey } from "../store/state.ts";
import type { HttpRequest, HttpResponse } from "./http-message.ts";
import type { ParsedInput } from "./parse-input.ts";
import type { Route } from "./router.ts";

/** What is known of a request before anything of it is checked. */
export interface RequestContext {
  readonly request: HttpRequest;
  readonly serverState: ServerState;
  /** When the request came, an ISO 8601 timestamp. */
  readonly at: string;
  readonly route: Route<(typeof contract)[OperationId]> | undefined;
  /** Whose key the request carries, if it is anybody's. */
  readonly caller: { readonly apiKey: ApiKey; readonly organization: OrganizationState } | undefined;
}

/** What became of an exchange. */
export interface HandledRequest {
  readonly response: HttpResponse;
  readonly reason: JournalReason;
  readonly message: string | null;
  readonly input: ParsedInput | null;
  readonly committed: boolean;
}
