/** The flags of a binding, as the pages show them. */
export const flags = [
  { name: "notifyBriefs", label: "Daily brief", hint: "A summary of what changed, once a day." },
  { name: "notifyConnections", label: "New connections", hint: "When pages turn out to be strongly connected." },
  { name: "notifyChanges", label: "Page updates", hint: "When a page is updated with new knowledge." },
] as const;
