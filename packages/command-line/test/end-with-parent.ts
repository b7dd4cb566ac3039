// Preloaded into every command that a test starts. If a test times out or its runner is killed, nobody is left to end the
// command: it ends itself as soon as the channel to its parent closes.
process.on("disconnect", () => process.kill(process.pid, "SIGKILL"));
process.channel?.unref();
