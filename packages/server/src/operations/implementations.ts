import type { contract, OperationId } from "@knowledge-base/types";
import { bindingsUnbind } from "./bindings-unbind.ts";
import { bindingsUpdate } from "./bindings-update.ts";
import { channelsList } from "./channels-list.ts";
import type { Implementation } from "./implementation.ts";
import { oauthStart } from "./oauth-start.ts";
import { pagesArchive } from "./pages-archive.ts";
import { promptIndexGet } from "./prompt-index-get.ts";

/** The implementations of all operations of the contract. */
export const implementations: { readonly [Id in OperationId]: Implementation<(typeof contract)[Id]> } = {
  "bindings.update": bindingsUpdate,
  "pages.archive": pagesArchive,
  "channels.list": channelsList,
  "promptIndex.get": promptIndexGet,
  "oauth.start": oauthStart,
  "bindings.unbind": bindingsUnbind,
};
