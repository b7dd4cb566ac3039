const binding = await kb.bindings.update({
  brainId: "brain_operations",
  bindingId: "binding_bridge",
  notifyBriefs: false, // the other flags stay as they are
});
console.log(binding);
