import type { OperationId, Output, Parsed } from "@knowledge-base/types";
import type { Clock } from "../clock.ts";
import type { Ids } from "../ids.ts";
import type { StateSigner } from "../oauth/signed-state.ts";
import type { OrganizationStore } from "../store/organization-store.ts";
import type { ApiKey } from "../store/state.ts";
import type { fail } from "./http-error.ts";

/** What a rule is given. It never sees a request, and no more of the store than the caller's organization. */
export interface RuleContext<Id extends OperationId> {
  readonly input: Parsed<Id>;
  readonly caller: ApiKey;
  readonly store: OrganizationStore;
  readonly clock: Clock;
  readonly ids: Ids;
  /** How many organizations of the caller's id there were before. */
  readonly generation: number;
  readonly signer: StateSigner;
  /** Base URL that the request came by. */
  readonly baseUrl: string;
  readonly fail: typeof fail;
}

/** What the server does for one operation. */
export interface Rule<Id extends OperationId> {
  readonly id: Id;

  /** Refuses query and body that the contract allows and this server does not: a message for each offending field. */
  check?(input: Pick<Parsed<Id>, "query" | "body">): readonly string[];

  /** Carries the operation out. */
  run(context: RuleContext<Id>): Output<Id> | Promise<Output<Id>>;

  /** Writes the output as JSON. Without it `JSON.stringify` does. */
  write?(output: Output<Id>): string;
}
