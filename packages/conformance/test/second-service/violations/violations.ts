import { access } from "./access.ts";
import { archiving } from "./archiving.ts";
import { bindingUpdates } from "./binding-updates.ts";
import { channelLists } from "./channel-lists.ts";
import { conventions } from "./conventions.ts";
import { errors } from "./errors.ts";
import { indexEntries } from "./index-entries.ts";
import { indexOrder } from "./index-order.ts";
import { notifications } from "./notifications.ts";
import { oauthStates } from "./oauth-states.ts";
import { pageFields } from "./page-fields.ts";
import { pageSourceFields } from "./page-source-fields.ts";
import { unbinding } from "./unbinding.ts";
import type { Violation } from "./violation.ts";

/** Everything that the service can do wrong, by name. */
export const violations = {
  ...pageFields,
  ...pageSourceFields,
  ...indexEntries,
  ...indexOrder,
  ...archiving,
  ...channelLists,
  ...bindingUpdates,
  ...unbinding,
  ...oauthStates,
  ...access,
  ...notifications,
  ...errors,
  ...conventions,
} satisfies Readonly<Record<string, Violation>>;
