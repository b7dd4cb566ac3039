import type { OAuthControl, ReferenceServer } from "@knowledge-base/server";
import { catchControlError, type StepError } from "./catch-control-error.ts";
import { readProblemPage, sendForm } from "./consent-page.ts";
import { controlForms } from "./control-forms.ts";
import { withState } from "./start-authorization.ts";

/** A step of the flow that validates a state. Resolves to the error with which it must fail. */
export type Step = (server: ReferenceServer, authorizationUrl: string, state: string) => Promise<StepError>;

type OAuthSteps = Pick<OAuthControl, "approve" | "deny" | "confirm">;

const controlSteps: Readonly<Record<string, (oauth: OAuthSteps, url: string, state: string) => Promise<unknown>>> = {
  approve: (oauth, authorizationUrl) => oauth.approve({ authorizationUrl }),
  deny: (oauth, authorizationUrl) => oauth.deny({ authorizationUrl }),
  confirm: (oauth, _, state) => oauth.confirm({ code: "code_any", state }),
};

/** Every step that can reject a state, in every form. */
export const steps: readonly (readonly [name: string, step: Step])[] = [
  ...controlForms.flatMap(([form, open]) =>
    Object.entries(controlSteps).map(([name, call]): [string, Step] => [
      `${name} of ${form}`,
      async (server, url, state) => catchControlError(call(await open(server), withState(url, state), state)),
    ]),
  ),
  [
    "opening the consent page",
    async (server, url, state) => readProblemPage(await server.fetch(withState(url, state))),
  ],
  ...["approve", "deny"].map((decision): [string, Step] => [
    `${decision} on the consent page`,
    async (server, url, state) => readProblemPage(await sendForm(server, url, { state, decision })),
  ]),
];
