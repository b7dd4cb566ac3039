import type { OperationId } from "@knowledge-base/types";
import type { OperationSpec } from "./operation-spec.ts";
import { bindingsUnbind } from "./operations/bindings-unbind.ts";
import { bindingsUpdate } from "./operations/bindings-update.ts";
import { channelsList } from "./operations/channels-list.ts";
import { oauthStart } from "./operations/oauth-start.ts";
import { pagesArchive } from "./operations/pages-archive.ts";
import { promptIndexGet } from "./operations/prompt-index-get.ts";

/** What every operation of the contract does. Reads come first, and what ends a record comes last. */
export const operationSpecs = {
  "channels.list": channelsList,
  "promptIndex.get": promptIndexGet,
  "oauth.start": oauthStart,
  "bindings.update": bindingsUpdate,
  "pages.archive": pagesArchive,
  "bindings.unbind": bindingsUnbind,
} satisfies { readonly [Id in OperationId]: OperationSpec<Id> };
