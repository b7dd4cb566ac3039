import type { BindingFlags } from "@knowledge-base/types";

/** Changes the flags that are named and leaves the others as they are. */
export function updateBindingFlags<Flagged extends Required<BindingFlags>>(
  binding: Flagged,
  flags: BindingFlags,
): Flagged {
  return {
    ...binding,
    notifyBriefs: flags.notifyBriefs ?? binding.notifyBriefs,
    notifyConnections: flags.notifyConnections ?? binding.notifyConnections,
    notifyChanges: flags.notifyChanges ?? binding.notifyChanges,
  };
}
