import {
  readOAuthCallback,
  readOAuthState,
} from "@knowledge-base/sdk/oauth";

const started = await kb.oauth.start({
  brainId: "brain_operations",
});
const session = {
  state: readOAuthState(started),
  expiresAt: started.expiresAt,
};

// The user approves. In a browser that is a click at started.authorizationUrl.
const { callbackUrl } =
  await server.control.oauth.approve(started);
const { code, state } = readOAuthCallback(callbackUrl, session);

const installation = await server.control.oauth.confirm({
  code,
  state,
});
console.log(
  await kb.channels.list({
    brainId: "brain_operations",
    installationId: installation.id,
  }),
);
