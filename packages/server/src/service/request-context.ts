import type { contract, OperationId } from "@knowledge-base/types";
import type { JournalReason } from "../journal/journal-entry.ts";
import type { ApiKey } from "../records/record-types.ts";
import type { OrganizationState, ServerState } from "../server-state.ts";
import type { HttpRequest, HttpResponse } from "./http-message.ts";
import type { ParsedInput } from "./parse-input.ts";
import type { Route } from "./router.ts";

/** A request with its route and its caller, before any check. */
export interface RequestContext {
  readonly request: HttpRequest;
  readonly serverState: ServerState;
  /** When the request arrived, an ISO 8601 timestamp. */
  readonly receivedAt: string;
  /** When the request arrived, in milliseconds since 1970. */
  readonly receivedMs: number;
  readonly route: Route<(typeof contract)[OperationId]> | undefined;
  /** Owner of the request's API key; undefined if the key is missing or invalid. */
  readonly caller: { readonly apiKey: ApiKey; readonly organization: OrganizationState } | undefined;
}

/** The response to a request, with the fields of its journal entry. */
export interface HandledRequest {
  readonly response: HttpResponse;
  readonly reason: JournalReason;
  readonly message: string | null;
  readonly input: ParsedInput | null;
  readonly committed: boolean;
}
