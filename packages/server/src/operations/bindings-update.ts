import { updateBindingFlags } from "../store/update-binding-flags.ts";
import type { Rule } from "./rule.ts";

/** Changes the flags in the body and keeps the others. Specification, section 4.1. */
export const bindingsUpdate: Rule<"bindings.update"> = {
  id: "bindings.update",
  run({ input, store, fail }) {
    const brain = store.brains.get(input.params.brainId) ?? fail.notFound("Brain");
    const binding = brain.bindings.get(input.params.bindingId) ?? fail.notFound("Binding");
    const updated = updateBindingFlags(binding, input.body);
    store.put({ array: "bindings", record: updated });
    return updated;
  },
};
