// A page is compiled again. Channels that are bound to the brain are notified.
server.control.pages.compile({
  brainId: "brain_operations",
  slug: "weather-limits",
  summary: "When the ferry stays in port.",
});

for (const { channelId, kind, why } of server.deliveries.list())
  console.log(`${channelId}, ${kind}: ${why}`);
