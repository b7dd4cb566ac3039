import * as z from "zod/mini";
import { type Command, inputSchema } from "../control/command.ts";
import { objectSchema } from "../state/object-schema.ts";
import { readAuthorizationUrl, rejectDecided } from "./verify-authorization.ts";

/** The contents of the consent page. */
export interface AuthorizationReview {
  /** The state of the authorization URL, unchanged. */
  readonly state: string;
  /** Name of the brain; its id if the name is blank. */
  readonly brainName: string;
  /** Name of the organization; its id if the name is blank. */
  readonly organizationName: string;
  /** An ISO 8601 timestamp. */
  readonly expiresAt: string;
}

/** Returns the contents of the consent page, if the authorization is undecided. It is no control. */
export const reviewAuthorization: Command<{ readonly authorizationUrl: string }, AuthorizationReview> = {
  summary: "Show an authorization",
  parameter: "authorizationUrl",
  asynchronous: true,
  input: inputSchema({ authorizationUrl: z.string() }),
  output: objectSchema({
    state: z.string(),
    brainName: z.string(),
    organizationName: z.string(),
    expiresAt: z.string(),
  }),
  async run({ authorizationUrl }, context) {
    const request = await readAuthorizationUrl(authorizationUrl, context);
    rejectDecided(request.authorization);
    return {
      state: request.stateText,
      brainName: displayName(request.brain),
      organizationName: displayName(request.organization.store.organization),
      expiresAt: request.authorization.expiresAt,
    };
  },
};

function displayName({ id, name }: { readonly id: string; readonly name: string }): string {
  return name.trim() === "" ? id : name;
}
