import type { contract, OperationId } from "@knowledge-base/types";
import { bindingsUnbind, bindingsUpdate, channelsList, oauthStart } from "../messaging/operations.ts";
import { pagesArchive, promptIndexGet } from "../pages/operations.ts";
import type { Implementation } from "./implementation.ts";

/** The implementations of all operations of the contract. */
export const implementations: { readonly [Id in OperationId]: Implementation<(typeof contract)[Id]> } = {
  "bindings.update": bindingsUpdate,
  "pages.archive": pagesArchive,
  "channels.list": channelsList,
  "promptIndex.get": promptIndexGet,
  "oauth.start": oauthStart,
  "bindings.unbind": bindingsUnbind,
};
