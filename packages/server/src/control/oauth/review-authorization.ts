import { objectSchema } from "@knowledge-base/types";
import * as z from "zod/mini";
import { type Command, inputSchema } from "../command.ts";
import { openUrl, refuseAnswered } from "./open-authorization.ts";

/** What a user should know before approving an authorization. */
export interface ReviewedAuthorization {
  readonly brainName: string;
  readonly organizationName: string;
  /** An ISO 8601 timestamp. */
  readonly expiresAt: string;
}

/** Tells what an authorization is for, if it can still be answered. It is for the consent page alone. */
export const reviewAuthorization: Command<{ readonly authorizationUrl: string }, ReviewedAuthorization> = {
  summary: "Show an authorization",
  parameter: "authorizationUrl",
  asynchronous: true,
  input: inputSchema({ authorizationUrl: z.string() }),
  output: objectSchema({ brainName: z.string(), organizationName: z.string(), expiresAt: z.string() }),
  async run({ authorizationUrl }, context) {
    const { opened } = await openUrl(authorizationUrl, context);
    refuseAnswered(opened);
    return {
      brainName: opened.brain.brain.name,
      organizationName: opened.organization.store.organization.name,
      expiresAt: opened.state.expiresAt,
    };
  },
};
