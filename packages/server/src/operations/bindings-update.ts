import type { Rule } from "./rule.ts";
import { withFlags } from "./with-flags.ts";

/** Changes the flags that the body names and leaves the others alone. Specification, section 4.1. */
export const bindingsUpdate: Rule<"bindings.update"> = {
  id: "bindings.update",
  run({ input, store, fail }) {
    const brain = store.brains.get(input.params.brainId) ?? fail.notFound("Brain");
    const binding = brain.bindings.get(input.params.bindingId) ?? fail.notFound("Binding");
    const updated = withFlags(binding, input.body);
    brain.bindings.set(updated.id, updated);
    return updated;
  },
};
