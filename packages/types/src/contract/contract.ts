import { bindingsUnbind } from "./bindings-unbind.ts";
import { bindingsUpdate } from "./bindings-update.ts";
import { channelsList } from "./channels-list.ts";
import { oauthStart } from "./oauth-start.ts";
import type { Operation } from "./operation.ts";
import { pagesArchive } from "./pages-archive.ts";
import { promptIndexGet } from "./prompt-index-get.ts";

/**
 * Every operation of the service, by its id. This table is what the client, the reference server and the conformance
 * suite agree on; a project in which one of them misses an entry does not compile.
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
} as const satisfies Record<string, Operation>;
