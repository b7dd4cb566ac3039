const address = {
  brainId: "brain_operations",
  bindingId: "binding_bridge",
};
console.log(await kb.bindings.unbind(address));

// It is gone, so that a second time nothing is found.
const result = await kb.bindings.unbind(address).safe();
console.log(result.ok ? result.data : result.error.message);
