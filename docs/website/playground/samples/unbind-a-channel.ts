const address = {
  brainId: "brain_operations",
  bindingId: "binding_bridge",
};
console.log(await kb.bindings.unbind(address));

// The binding is gone, so a second call fails with 404.
const result = await kb.bindings.unbind(address).safe();
console.log(result.ok ? result.data : result.error.message);
