import type { OperationId } from "../contract/operation-types.ts";
import type { OperationDocument } from "./operation-document.ts";
import { bindingsUnbind } from "./operations/bindings-unbind.ts";
import { bindingsUpdate } from "./operations/bindings-update.ts";
import { channelsList } from "./operations/channels-list.ts";
import { oauthStart } from "./operations/oauth-start.ts";
import { pagesArchive } from "./operations/pages-archive.ts";
import { promptIndexGet } from "./operations/prompt-index-get.ts";

/** Texts and examples of all operations. */
export const operationDocuments: { readonly [Id in OperationId]: OperationDocument<Id> } = {
  "bindings.update": bindingsUpdate,
  "pages.archive": pagesArchive,
  "channels.list": channelsList,
  "promptIndex.get": promptIndexGet,
  "oauth.start": oauthStart,
  "bindings.unbind": bindingsUnbind,
};
