import type { OAuthControl, ReferenceServer } from "@knowledge-base/server";
import { type ConnectedOrganization, connect, withControl } from "@knowledge-base/server/control";
import { decideOnPage, readRedirect } from "./consent-page.ts";

type Open = (server: ReferenceServer) => Promise<OAuthControl | ConnectedOrganization["control"]["oauth"]>;

const overHttp = (server: ReferenceServer) => connect(server.baseUrl, { fetch: withControl(server) });

/** The controls with which a program can handle the authorizations of the north organization. */
export const controlForms: readonly (readonly [name: string, open: Open])[] = [
  ["the control", async ({ control }) => control.oauth],
  ["the control of the organization", async (server) => server.organization("org_north").control.oauth],
  ["the control over HTTP", async (server) => (await overHttp(server)).control.oauth],
  [
    "the control of the organization over HTTP",
    async (server) => (await overHttp(server)).organization("org_north").control.oauth,
  ],
];

/** Approves or denies an authorization and resolves to the URL to which the browser is redirected. */
export interface DecisionForm {
  readonly approve: (server: ReferenceServer, authorizationUrl: string, teamName?: string) => Promise<string>;
  readonly deny: (server: ReferenceServer, authorizationUrl: string) => Promise<string>;
}

/** The ways to approve or deny an authorization. */
export const decisionForms: readonly (readonly [name: string, form: DecisionForm])[] = [
  [
    "the consent page",
    {
      approve: async (server, url, teamName = "Workspace") =>
        readRedirect(await decideOnPage(server, url, "Approve", { teamName })),
      deny: async (server, url) => readRedirect(await decideOnPage(server, url, "Deny")),
    },
  ],
  ...controlForms.map(([name, open]) => [name, decideByControl(open)] as const),
];

function decideByControl(open: Open): DecisionForm {
  return {
    async approve(server, authorizationUrl, teamName) {
      return (await (await open(server)).approve({ authorizationUrl, teamName })).callbackUrl;
    },
    async deny(server, authorizationUrl) {
      return (await (await open(server)).deny({ authorizationUrl })).callbackUrl;
    },
  };
}
