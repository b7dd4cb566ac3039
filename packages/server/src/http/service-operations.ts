import type { contract, OperationId } from "@knowledge-base/types";
import { bindingsUnbind, bindingsUpdate, channelsList, oauthStart } from "../messaging/messaging-operations.ts";
import { pagesArchive, promptIndexGet } from "../pages/page-operations.ts";
import type { ServedOperation } from "./served-operation.ts";

/** All operations of the contract. */
export const serviceOperations: { readonly [Id in OperationId]: ServedOperation<(typeof contract)[Id]> } = {
  "bindings.update": bindingsUpdate,
  "pages.archive": pagesArchive,
  "channels.list": channelsList,
  "promptIndex.get": promptIndexGet,
  "oauth.start": oauthStart,
  "bindings.unbind": bindingsUnbind,
};
