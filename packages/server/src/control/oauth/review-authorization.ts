import { objectSchema } from "@knowledge-base/types";
import * as z from "zod/mini";
import { type Command, inputSchema } from "../command.ts";
import { openUrl, refuseAnswered } from "./open-authorization.ts";

/** What a user should know before approving an authorization. */
export interface ReviewedAuthorization {
  /** The state of the authorization URL, as it was. */
  readonly state: string;
  /** Name of the brain; its id where it has none. */
  readonly brainName: string;
  /** Name of the organization; its id where it has none. */
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
  output: objectSchema({
    state: z.string(),
    brainName: z.string(),
    organizationName: z.string(),
    expiresAt: z.string(),
  }),
  async run({ authorizationUrl }, context) {
    const { text, opened } = await openUrl(authorizationUrl, context);
    refuseAnswered(opened);
    return {
      state: text,
      brainName: nameOf(opened.brain.brain),
      organizationName: nameOf(opened.organization.store.organization),
      expiresAt: opened.state.expiresAt,
    };
  },
};

function nameOf({ id, name }: { readonly id: string; readonly name: string }): string {
  return name.trim() === "" ? id : name;
}
