import type { BindingFlags } from "@knowledge-base/types";

/** Returns a copy with the given flags changed and the others kept. */
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
