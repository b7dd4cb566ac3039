import { archivePage } from "./archive-page.ts";
import { listChannels } from "./list-channels.ts";
import type { Operation } from "./operation.ts";
import type { OperationName } from "./operation-name.ts";
import { readIndex } from "./read-index.ts";
import { startOauth } from "./start-oauth.ts";
import { unbindChannel } from "./unbind-channel.ts";
import { updateBinding } from "./update-binding.ts";

export const operations: Readonly<Record<OperationName, Operation>> = {
  updateBinding,
  archivePage,
  listChannels,
  readIndex,
  startOauth,
  unbindChannel,
};
