import { createErrorExample, createUnauthorizedExample, installationNotFound } from "../error-examples.ts";
import type { OperationDocument } from "../operation-document.ts";

const path = "/v1/brains/brain_operations/messaging/oauth/start";

/** Specification, section 4.5. */
export const oauthStart: OperationDocument<"oauth.start"> = {
  id: "oauth.start",
  details:
    "Send the user to `authorizationUrl`. The platform then sends the user back to your redirect URL with `code` and " +
    "`state`, which an operation named `confirmOauth` takes; the specification does not define its method, path and payload. " +
    "The signed state expires at `expiresAt`.",
  request: { brainId: "brain_operations" },
  success: {
    description: "The URL to send the user to, and its expiry.",
    example: {
      authorizationUrl:
        "https://platform.example/oauth/authorize?state=eyJicmFpbklkIjoiYnJhaW5fb3BlcmF0aW9ucyJ9.dGlkZQ",
      expiresAt: "2026-07-01T12:10:00.000Z",
    },
  },
  errors: {
    400: {
      description: "Validation failed.",
      example: createErrorExample(
        400,
        path.replace("brain_operations", "%FF"),
        "brainId must be percent-encoded UTF-8",
      ),
    },
    401: createUnauthorizedExample(path),
    404: {
      description: installationNotFound,
      example: createErrorExample(404, path.replace("brain_operations", "brain_unknown"), "Brain not found"),
    },
  },
};
