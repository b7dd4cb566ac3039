/** Records of the demo seed that the suite may use. */
export const known = {
  brainId: "brain_operations",
  slug: "weather-limits",
  bindingId: "binding_bridge",
  installationId: "installation_harbour_line",
};
