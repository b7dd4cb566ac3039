// The next two requests fail, and the client retries.
server.faults.add({
  operation: "promptIndex.get",
  kind: "status",
  status: 503,
  retryAfter: 0,
});
server.faults.add({
  operation: "promptIndex.get",
  kind: "connection_reset",
});

const { data, attempts } = await kb.promptIndex
  .get({ brainId: "brain_operations", limit: 1 })
  .withResponse();
console.log(
  `${data.length} entry after ${attempts.length} attempts`,
);
