import { assert } from "../assert.ts";
import type { OperationSpec } from "../conformance-case.ts";
import { sentencesOf } from "../specification/sentences-of.ts";
import { malformedPathCase, notFoundCase, unauthorizedCase } from "./error-cases.ts";
import { oauthExpiry } from "./oauth-expiry.ts";
import { oauthState } from "./oauth-state.ts";

const id = "oauth.start";

/** Specification, section 4.5. */
export const oauthStart: OperationSpec<typeof id> = {
  id,
  success: {
    title: "returns a URL that a browser can open, and the expiry of its state",
    sentences: ["4.5/success", "4.5/request", "4.5/no-body", ...sentencesOf("2.7")],
    level: "required",
    needs: { write: true, records: ["brainId"] },
    async run(service) {
      const { authorizationUrl } = await service.expectSuccess(id);
      const protocol = URL.canParse(authorizationUrl) ? new URL(authorizationUrl).protocol : "none";
      assert(/^https?:$/.test(protocol), `the authorizationUrl ${authorizationUrl} is not an HTTP URL`);
    },
  },
  errors: {
    400: malformedPathCase(id),
    401: unauthorizedCase(id),
    404: notFoundCase(id),
  },
  rules: { ...oauthExpiry, ...oauthState },
};
