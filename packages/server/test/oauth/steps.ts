import { ControlError, type OAuthControl, type ReferenceServer } from "@knowledge-base/server";
import { type ConnectedOrganization, connect, withControl } from "@knowledge-base/server/control";
import { decideOnPage, readProblem, readRedirect, stateOf } from "./pages.ts";

type Controls = OAuthControl | ConnectedOrganization["control"]["oauth"];
type Decide = (server: ReferenceServer, authorizationUrl: string, teamName?: string) => Promise<string>;

const overHttp = (server: ReferenceServer) => connect(server.baseUrl, { fetch: withControl(server) });

/** The controls with which a program handles the authorizations of the north organization. */
export const controls: readonly (readonly [name: string, open: (server: ReferenceServer) => Promise<Controls>])[] = [
  ["the control", async ({ control }) => control.oauth],
  ["the control of the organization", async (server) => server.organization("org_north").control.oauth],
  ["that over HTTP", async (server) => (await overHttp(server)).organization("org_north").control.oauth],
];

/** Ways to decide an authorization, which resolve to the URL to which the browser is redirected. */
export const decisions: readonly (readonly [by: string, approve: Decide, deny: Decide])[] = [
  [
    "the consent page",
    async (server, url, teamName) => readRedirect(await decideOnPage(server, url, "approve", teamName)),
    async (server, url) => readRedirect(await decideOnPage(server, url, "deny")),
  ],
  ...controls.map(([by, open]): [string, Decide, Decide] => [
    by,
    async (server, authorizationUrl, teamName) => {
      return (await (await open(server)).approve({ authorizationUrl, teamName })).callbackUrl;
    },
    async (server, authorizationUrl) => (await (await open(server)).deny({ authorizationUrl })).callbackUrl,
  ]),
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
  ...controls.flatMap(([form, open]): Step[] => [
    [
      `approve by ${form}`,
      async (server, authorizationUrl) => resultOf((await open(server)).approve({ authorizationUrl })),
    ],
    [`deny by ${form}`, async (server, authorizationUrl) => resultOf((await open(server)).deny({ authorizationUrl }))],
    [
      `confirm by ${form}`,
      async (server, url) => resultOf((await open(server)).confirm({ code: "code_any", state: stateOf(url) })),
    ],
  ]),
  ["opening the consent page", async (server, url) => resultOfPage(await server.fetch(url))],
  ["approve on the consent page", async (server, url) => resultOfPage(await decideOnPage(server, url, "approve"))],
  ["deny on the consent page", async (server, url) => resultOfPage(await decideOnPage(server, url, "deny"))],
];
