import type { OperationId } from "@knowledge-base/types";
import type { OperationSpec } from "./conformance-case.ts";
import { bindingsUnbind } from "./operations/bindings-unbind.ts";
import { bindingsUpdate } from "./operations/bindings-update.ts";
import { channelsList } from "./operations/channels-list.ts";
import { oauthStart } from "./operations/oauth-start.ts";
import { pagesArchive } from "./operations/pages-archive.ts";
import { promptIndexGet } from "./operations/prompt-index-get.ts";

/** The cases of every operation. Operations that only read run first, and those that remove a record run last. */
export const operationSpecs = {
  "channels.list": channelsList,
  "promptIndex.get": promptIndexGet,
  "oauth.start": oauthStart,
  "bindings.update": bindingsUpdate,
  "pages.archive": pagesArchive,
  "bindings.unbind": bindingsUnbind,
} satisfies { readonly [Id in OperationId]: OperationSpec<Id> };
