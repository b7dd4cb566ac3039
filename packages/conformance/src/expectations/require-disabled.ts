import type { ChannelBinding } from "@knowledge-base/types";
import { requireData } from "../require-data.ts";

/** Requires the known disabled binding to be disabled. */
export function requireDisabled({ status }: Pick<ChannelBinding, "status">): void {
  requireData(status === "disabled", `needs a disabled binding as disabledBindingId (its status is ${status})`);
}
