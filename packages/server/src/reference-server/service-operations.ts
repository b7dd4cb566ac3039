import type { contract, OperationId } from "@knowledge-base/types";
import type { ServedOperation } from "../http/served-operation.ts";
import { bindingsUnbind, bindingsUpdate, channelsList, oauthStart } from "../messaging/messaging-operations.ts";
import { pagesArchive, promptIndexGet } from "../pages/page-operations.ts";

/** All operations of the contract. */
export const serviceOperations: { readonly [Id in OperationId]: ServedOperation<(typeof contract)[Id]> } = {
  "bindings.update": bindingsUpdate,
  "pages.archive": pagesArchive,
  "channels.list": channelsList,
  "promptIndex.get": promptIndexGet,
  "oauth.start": oauthStart,
  "bindings.unbind": bindingsUnbind,
};
