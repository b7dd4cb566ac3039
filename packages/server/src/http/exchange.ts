import type { contract, OperationId } from "@knowledge-base/types";
import type { JournalReason } from "../journal/journal-entry.ts";
import type { ApiKey } from "../store/state.ts";
import type { OrganizationScope, World } from "../world.ts";
import type { HttpAnswer, HttpRequest } from "./message.ts";
import type { ParsedInput } from "./parse-input.ts";
import type { Route } from "./router.ts";

/** What is known of a request before anything of it is checked. */
export interface Exchange {
  readonly request: HttpRequest;
  readonly world: World;
  /** When the request came, an ISO 8601 timestamp. */
  readonly at: string;
  readonly route: Route<(typeof contract)[OperationId]> | undefined;
  /** Whose key the request carries, if it is anybody's. */
  readonly caller: { readonly apiKey: ApiKey; readonly organization: OrganizationScope } | undefined;
}

/** What became of an exchange. */
export interface Outcome {
  readonly answer: HttpAnswer;
  readonly reason: JournalReason;
  readonly message: string | null;
  readonly input: ParsedInput | null;
  readonly committed: boolean;
}

/** What a caller gets who is gone. */
export const noAnswer: HttpAnswer = { status: 0, headers: {}, body: "", breakdown: "reset" };
