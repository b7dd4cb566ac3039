import type { OAuthControl, ReferenceServer } from "@knowledge-base/server";
import { refusalOn, sendForm } from "./consent.ts";
import { controlForms } from "./forms.ts";
import { refusalOf, type StepRefusal } from "./refusal-of.ts";
import { withState } from "./start.ts";

/** A step of the flow that looks at a state. It is expected to refuse, and tells why. */
export type Step = (server: ReferenceServer, authorizationUrl: string, state: string) => Promise<StepRefusal>;

const controlSteps: Readonly<Record<string, (oauth: OAuthControl, url: string, state: string) => Promise<unknown>>> = {
  approve: (oauth, authorizationUrl) => oauth.approve({ authorizationUrl }),
  deny: (oauth, authorizationUrl) => oauth.deny({ authorizationUrl }),
  confirm: (oauth, _, state) => oauth.confirm({ code: "code_any", state }),
};

/** Every step that can refuse a state, in every form. */
export const steps: readonly (readonly [name: string, step: Step])[] = [
  ...controlForms.flatMap(([form, open]) =>
    Object.entries(controlSteps).map(([name, call]): [string, Step] => [
      `${name} of ${form}`,
      async (server, url, state) => refusalOf(call(await open(server), withState(url, state), state)),
    ]),
  ),
  ["opening the consent page", async (server, url, state) => refusalOn(await server.fetch(withState(url, state)))],
  ...["approve", "deny"].map((decision): [string, Step] => [
    `${decision} on the consent page`,
    async (server, url, state) => refusalOn(await sendForm(server, url, { state, decision })),
  ]),
];
