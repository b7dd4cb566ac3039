import { bindingsUnbind } from "./bindings-unbind.ts";
import { bindingsUpdate } from "./bindings-update.ts";
import { channelsList } from "./channels-list.ts";
import { oauthStart } from "./oauth-start.ts";
import { type ContractOperation, definedMark, type Operation } from "./operation.ts";
import { pagesArchive } from "./pages-archive.ts";
import { promptIndexGet } from "./prompt-index-get.ts";

/**
 * Every operation of the service, by its id. The client, the reference server and the conformance suite are derived from
 * this table or checked against it: a missing entry in one of them is a type error.
 *
 * @see Specification, section 4
 */
export const contract = {
  /** Changes which notifications a channel gets. Section 4.1. */
  "bindings.update": bindingsUpdate,
  /** Archives a page. Section 4.2. */
  "pages.archive": pagesArchive,
  /** Lists the channels of an installation. Section 4.3. */
  "channels.list": channelsList,
  /** Gets the prompt index of a brain. Section 4.4. */
  "promptIndex.get": promptIndexGet,
  /** Starts the OAuth flow of an installation. Section 4.5. */
  "oauth.start": oauthStart,
  /** Unbinds a channel from a brain. Section 4.6. */
  "bindings.unbind": bindingsUnbind,
} as const satisfies Record<string, ContractOperation>;

/** Returns whether a value is an operation of this contract. A copy isn't one, because it could have another path or schema. */
export function isContractOperation(value: unknown): value is ContractOperation {
  return Object.values<unknown>(contract).includes(value);
}

/** Returns whether a value is an operation of this contract, or was returned by `defineOperation`, which has checked it. */
export function isOperation(value: unknown): value is Operation {
  return isContractOperation(value) || definedMark.isOn(value);
}
