import type { StoredBinding } from "../records/record-types.ts";
import { complete, type Overrides } from "./complete.ts";

/**
 * Returns an active binding of a state with all notifications on. By default it binds the channel that `channel()` returns to the
 * brain that `brain()` returns. Its team is that of `installation({ id: installationId })`: give the `teamId` of an installation
 * that has another one. The channel name is null unless it is given.
 *
 * @example
 * ```ts
 * import { binding } from "@knowledge-base/server/factories";
 *
 * console.log(binding({ notifyBriefs: false }).notifyChanges); // true
 * ```
 */
export function binding(overrides: Overrides<"bindings"> = {}): StoredBinding {
  return complete(
    "bindings",
    () => ({ brainId: "brain", installationId: "installation", channelId: "channel_general" }),
    overrides,
  );
}
