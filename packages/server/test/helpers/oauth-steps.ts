import { ControlError, type ReferenceServer } from "@knowledge-base/server";
import { decideOnPage, readProblem, readRedirect, stateOf } from "./oauth-pages.ts";

type Decide = (server: ReferenceServer, authorizationUrl: string, teamName?: string) => Promise<string>;

/** Ways to decide an authorization, which resolve to the URL to which the browser is redirected. */
export const decisions: readonly (readonly [by: string, approve: Decide, deny: Decide])[] = [
  [
    "the consent page",
    async (server, url, teamName) => readRedirect(await decideOnPage(server, url, "approve", teamName)),
    async (server, url) => readRedirect(await decideOnPage(server, url, "deny")),
  ],
  [
    "the control",
    async ({ control }, authorizationUrl, teamName) => {
      return (await control.oauth.approve({ authorizationUrl, teamName })).callbackUrl;
    },
    async ({ control }, authorizationUrl) => (await control.oauth.deny({ authorizationUrl })).callbackUrl,
  ],
];

/** The result of a step: its error, or the code `success`. */
export interface StepResult {
  readonly code: string;
  readonly message: string;
}

/** Returns the result of a call of a control. */
export async function resultOf(call: Promise<unknown>): Promise<StepResult> {
  try {
    await call;
    return { code: "success", message: "" };
  } catch (error) {
    if (!(error instanceof ControlError)) throw error;
    return { code: error.code, message: error.message };
  }
}

const resultOfPage = async (response: Response): Promise<StepResult> =>
  response.status < 400 ? { code: "success", message: "" } : readProblem(response);

type Step = readonly [name: string, run: (server: ReferenceServer, authorizationUrl: string) => Promise<StepResult>];

/** Every step that reads a state. A confirmation has a wrong code. */
export const steps: readonly Step[] = [
  ["approve", async ({ control }, authorizationUrl) => resultOf(control.oauth.approve({ authorizationUrl }))],
  ["deny", async ({ control }, authorizationUrl) => resultOf(control.oauth.deny({ authorizationUrl }))],
  ["confirm", async ({ control }, url) => resultOf(control.oauth.confirm({ code: "code_any", state: stateOf(url) }))],
  ["opening the consent page", async (server, url) => resultOfPage(await server.fetch(url))],
  ["approve on the consent page", async (server, url) => resultOfPage(await decideOnPage(server, url, "approve"))],
  ["deny on the consent page", async (server, url) => resultOfPage(await decideOnPage(server, url, "deny"))],
];
