const channels = await kb.channels.list({
  brainId: "brain_operations",
  installationId: "installation_harbour_line",
});

for (const { name, isPrivate, isMember } of channels) {
  console.log(
    `#${name}`,
    isPrivate ? "private," : "public,",
    isMember
      ? "the bot is a member"
      : "the bot is not a member",
  );
}
