import type { StoredChannel } from "../records/record-types.ts";
import { complete, type Overrides } from "./complete.ts";

/**
 * Returns a channel of a state, by default the public channel `general` of the installation that `installation()` returns. Its
 * id is made from the name.
 *
 * @example
 * ```ts
 * import { channel } from "@knowledge-base/server/factories";
 *
 * console.log(channel({ name: "bridge" }).id); // channel_bridge
 * ```
 */
export function channel(overrides: Overrides<"channels"> = {}): StoredChannel {
  return complete("channels", () => ({ installationId: "installation", name: "general" }), overrides);
}
