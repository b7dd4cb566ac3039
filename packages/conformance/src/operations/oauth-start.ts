import { expect } from "../conformance-error.ts";
import type { OperationSpec } from "../operation-spec.ts";
import { refusesMalformedPath, refusesStrangers, refusesUnknown } from "../refusals.ts";

/** Specification, section 4.5. */
export const oauthStart: OperationSpec<"oauth.start"> = {
  id: "oauth.start",
  success: {
    title: "returns a URL with a state of its own for each start",
    async run(service) {
      const first = stateOf((await service.succeed("oauth.start")).authorizationUrl);
      const second = stateOf((await service.succeed("oauth.start")).authorizationUrl);
      expect(first !== second, "two starts returned the same state");
    },
  },
  errors: {
    400: refusesMalformedPath("oauth.start"),
    401: refusesStrangers("oauth.start"),
    404: refusesUnknown("oauth.start", ["brainId"]),
  },
};

function stateOf(authorizationUrl: string): string {
  const state = URL.canParse(authorizationUrl) && new URL(authorizationUrl).searchParams.get("state");
  expect(
    state !== false && state !== null && state !== "",
    `the authorizationUrl ${authorizationUrl} carries no state`,
  );
  return state;
}
