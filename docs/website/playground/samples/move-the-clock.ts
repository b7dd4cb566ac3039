import { ControlError } from "@knowledge-base/server";

const started = await kb.oauth.start({
  brainId: "brain_operations",
});
console.log(`expires at ${started.expiresAt}`);

server.clock.advance(11 * 60_000);
try {
  await server.control.oauth.approve(started);
} catch (error) {
  if (!(error instanceof ControlError)) throw error;
  console.log(error.code, error.message);
}
