import type { OperationId, Output } from "@knowledge-base/types";
import type { Parsed } from "@knowledge-base/types/internal";
import type { Clock } from "../clock.ts";
import type { Ids } from "../ids.ts";
import type { StateSigner } from "../oauth/signed-state.ts";
import type { OrganizationStore } from "../records/organization-store.ts";
import type { ApiKey } from "../records/record-types.ts";
import type { fail } from "./http-error.ts";

/** Arguments of a rule: no HTTP request, and of the store only the caller's organization. */
export interface RuleContext<Id extends OperationId> {
  readonly input: Parsed<Id>;
  readonly caller: ApiKey;
  readonly store: OrganizationStore;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly signer: StateSigner;
  /** Base URL to which the request was sent. */
  readonly baseUrl: string;
  readonly fail: typeof fail;
}

/** Implementation of one operation. */
export interface Rule<Id extends OperationId> {
  readonly id: Id;

  /** Returns a message for each field of query and body that the contract allows and this server does not. */
  check?(input: Pick<Parsed<Id>, "query" | "body">): readonly string[];

  /** Executes the operation. */
  run(context: RuleContext<Id>): Output<Id> | Promise<Output<Id>>;

  /**
   * Serializes the output as JSON.
   *
   * @default JSON.stringify
   */
  write?(output: Output<Id>): string;
}
