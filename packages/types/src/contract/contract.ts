import { bindingsUnbind } from "./bindings-unbind.ts";
import { bindingsUpdate } from "./bindings-update.ts";
import { channelsList } from "./channels-list.ts";
import { oauthStart } from "./oauth-start.ts";
import type { ContractOperation } from "./operation.ts";
import { pagesArchive } from "./pages-archive.ts";
import { promptIndexGet } from "./prompt-index-get.ts";

/**
 * Every operation of the service, by its id. The client, the reference server and the conformance suite are derived from
 * this table or checked against it: a missing entry in one of them is a type error.
 *
 * @see Specification, section 4
 */
export const contract = {
  "bindings.update": bindingsUpdate,
  "pages.archive": pagesArchive,
  "channels.list": channelsList,
  "promptIndex.get": promptIndexGet,
  "oauth.start": oauthStart,
  "bindings.unbind": bindingsUnbind,
} as const satisfies Record<string, ContractOperation>;

/** Returns whether a value is an operation of this contract. A copy isn't one, because it could have another path or schema. */
export function isContractOperation(value: unknown): value is ContractOperation {
  return Object.values<unknown>(contract).includes(value);
}
