import { readOAuthState } from "@knowledge-base/sdk/oauth";
import fc from "fast-check";
import { callControl, stepOf } from "./call.ts";
import * as pools from "./pools.ts";
import { Reference } from "./reference.ts";

const { authorization, reach } = pools;
const channel = fc.record({
  id: pools.channelName,
  name: fc.constantFrom("deck", "hold"),
  isPrivate: fc.boolean(),
  isMember: fc.boolean(),
});

/** A workspace with its channels. */
export const workspace = fc.record({
  teamId: fc.constantFrom("team_a", "team_b"),
  teamName: fc.constantFrom("Team", "Crew"),
  channels: fc.uniqueArray(channel, { maxLength: 3, selector: ({ id }) => id }),
});

const urlOf = (variable: string) =>
  new Reference(variable, `${variable}.authorizationUrl`, (started: { readonly authorizationUrl: string }) => {
    return started.authorizationUrl;
  });
const stateOf = (variable: string) => new Reference(variable, `readOAuthState(${variable})`, readOAuthState);
const codeOf = (variable: string) =>
  new Reference(`${variable}Approved`, `${variable}Approved.code`, (approved?: { readonly code: string }) => {
    return approved?.code;
  });

/** The steps after `oauth.start`. */
export const oauthSteps = {
  approve: stepOf({ authorization, workspace, reach }, (chosen, modelState) => {
    const started = chosen.authorization(modelState);
    if (started === undefined) return undefined;
    const input = { authorizationUrl: urlOf(started), ...chosen.workspace };
    return callControl("oauth", "approve", input, { reach: chosen.reach, variable: `${started}Approved` });
  }),
  deny: stepOf({ authorization, reach }, (chosen, modelState) => {
    const started = chosen.authorization(modelState);
    if (started === undefined) return undefined;
    return callControl("oauth", "deny", { authorizationUrl: urlOf(started) }, { reach: chosen.reach });
  }),
  // The state of one and mostly its own code.
  confirm: stepOf(
    { authorization, other: authorization, isOther: fc.constantFrom(false, false, false, true), reach },
    (chosen, modelState) => {
      const started = chosen.authorization(modelState);
      const approved = chosen.isOther ? chosen.other(modelState) : started;
      if (started === undefined || approved === undefined) return undefined;
      if (!modelState.authorizations.get(approved)?.workspace) return undefined;
      return callControl(
        "oauth",
        "confirm",
        { code: codeOf(approved), state: stateOf(started) },
        { reach: chosen.reach },
      );
    },
  ),
};
