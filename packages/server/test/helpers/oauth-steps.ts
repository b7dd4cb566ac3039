import type { ControlError, ReferenceServer } from "@knowledge-base/server";
import { decideOnPage, oauthStateOf, readProblem, readRedirect } from "./oauth-pages.ts";
import { captureResult } from "./results.ts";

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
export async function captureStep(call: Promise<unknown>): Promise<StepResult> {
  const result = await captureResult(() => call);
  if ("value" in result) return { code: "success", message: "" };
  const { code, message } = result.thrown as ControlError;
  return { code, message };
}

const readStep = async (response: Response): Promise<StepResult> =>
  response.status < 400 ? { code: "success", message: "" } : readProblem(response);

type Step = readonly [name: string, run: (server: ReferenceServer, authorizationUrl: string) => Promise<StepResult>];

/** Every step that reads a state. A confirmation has a wrong code. */
export const steps: readonly Step[] = [
  ["approve", async ({ control }, authorizationUrl) => captureStep(control.oauth.approve({ authorizationUrl }))],
  ["deny", async ({ control }, authorizationUrl) => captureStep(control.oauth.deny({ authorizationUrl }))],
  [
    "confirm",
    async ({ control }, url) => captureStep(control.oauth.confirm({ code: "code_any", state: oauthStateOf(url) })),
  ],
  ["opening the consent page", async (server, url) => readStep(await server.fetch(url))],
  ["approve on the consent page", async (server, url) => readStep(await decideOnPage(server, url, "approve"))],
  ["deny on the consent page", async (server, url) => readStep(await decideOnPage(server, url, "deny"))],
];
