import { ControlError, type OAuthControl, type ReferenceServer } from "@knowledge-base/server";
import { type ConnectedOrganization, connect, withControl } from "@knowledge-base/server/control";
import { decideOnPage, readProblem, readRedirect, sendForm } from "./pages.ts";

type Controls = OAuthControl | ConnectedOrganization["control"]["oauth"];

/** The controls with which a program handles the authorizations of the north organization. */
export const controls: readonly (readonly [name: string, open: (server: ReferenceServer) => Promise<Controls>])[] = [
  ["the control", async ({ control }) => control.oauth],
  ["the control of the organization", async (server) => server.organization("org_north").control.oauth],
  [
    "the control of the organization over HTTP",
    async (server) =>
      (await connect(server.baseUrl, { fetch: withControl(server) })).organization("org_north").control.oauth,
  ],
];

/** Returns the state of an authorization URL. */
export const stateOf = (authorizationUrl: string) => new URL(authorizationUrl).searchParams.get("state") ?? "";

/** Ways to decide an authorization, which resolve to the URL to which the browser is redirected. */
export const decisions: readonly {
  readonly by: string;
  readonly approve: (server: ReferenceServer, authorizationUrl: string, teamName?: string) => Promise<string>;
  readonly deny: (server: ReferenceServer, authorizationUrl: string) => Promise<string>;
}[] = [
  {
    by: "the consent page",
    approve: async (server, url, teamName = "Workspace") =>
      readRedirect(await decideOnPage(server, url, "Approve", { teamName })),
    deny: async (server, url) => readRedirect(await decideOnPage(server, url, "Deny")),
  },
  ...controls.map(([by, open]) => ({
    by,
    approve: async (server: ReferenceServer, authorizationUrl: string, teamName?: string) =>
      (await (await open(server)).approve({ authorizationUrl, teamName })).callbackUrl,
    deny: async (server: ReferenceServer, authorizationUrl: string) =>
      (await (await open(server)).deny({ authorizationUrl })).callbackUrl,
  })),
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

async function resultOfPage(response: Response): Promise<StepResult> {
  return response.status < 400 ? { code: "success", message: "" } : readProblem(response);
}

/** Every step that reads a state. A confirmation has a wrong code. */
export const steps: readonly {
  readonly name: string;
  readonly isConfirmation: boolean;
  /** Whether only states of the north organization are accepted. */
  readonly isScoped: boolean;
  readonly run: (server: ReferenceServer, authorizationUrl: string) => Promise<StepResult>;
}[] = [
  ...controls.flatMap(([form, open]) =>
    (["approve", "deny", "confirm"] as const).map((name) => ({
      name: `${name} by ${form}`,
      isConfirmation: name === "confirm",
      isScoped: form.includes("of the organization"),
      async run(server: ReferenceServer, authorizationUrl: string) {
        const oauth = await open(server);
        if (name !== "confirm") return resultOf(oauth[name]({ authorizationUrl }));
        return resultOf(oauth.confirm({ code: "code_any", state: stateOf(authorizationUrl) }));
      },
    })),
  ),
  {
    name: "opening the consent page",
    isConfirmation: false,
    isScoped: false,
    run: async (server, url) => resultOfPage(await server.fetch(url)),
  },
  ...["approve", "deny"].map((decision) => ({
    name: `${decision} on the consent page`,
    isConfirmation: false,
    isScoped: false,
    run: async (server: ReferenceServer, url: string) =>
      resultOfPage(await sendForm(server, url, { state: stateOf(url), decision })),
  })),
];
