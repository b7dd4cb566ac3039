import type { Rule } from "./rule.ts";

/** Removes one binding and keeps its installation and the other bindings. Specification, section 4.6. */
export const bindingsUnbind: Rule<"bindings.unbind"> = {
  id: "bindings.unbind",
  run({ input, store, fail }) {
    const brain = store.brains.get(input.params.brainId) ?? fail.notFound("Brain");
    const binding = brain.bindings.get(input.params.bindingId) ?? fail.notFound("Binding");
    store.delete({ array: "bindings", record: { brainId: binding.brainId, id: binding.id } });
    return { disconnected: true };
  },
};
