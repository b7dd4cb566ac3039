import type { OAuthControl, ReferenceServer } from "@knowledge-base/server";
import { connect, withControl } from "@knowledge-base/server/control";
import { answerOnPage, redirectOf } from "./consent.ts";

type Open = (server: ReferenceServer) => Promise<OAuthControl>;

const overHttp = (server: ReferenceServer) => connect(server.baseUrl, { fetch: withControl(server) });

/** The forms in which a program has the control of the north organization's authorizations. */
export const controlForms: readonly (readonly [name: string, open: Open])[] = [
  ["the control", async ({ control }) => control.oauth],
  ["the control of the organization", async (server) => server.organization("org_north").control.oauth],
  ["the control over HTTP", async (server) => (await overHttp(server)).control.oauth],
  [
    "the control of the organization over HTTP",
    async (server) => (await overHttp(server)).organization("org_north").control.oauth,
  ],
];

/** Approves or denies an authorization and gives the URL at which the browser goes on. */
export interface AnswerForm {
  readonly approve: (server: ReferenceServer, authorizationUrl: string, teamName?: string) => Promise<string>;
  readonly deny: (server: ReferenceServer, authorizationUrl: string) => Promise<string>;
}

/** The forms in which an authorization is answered. */
export const answerForms: readonly (readonly [name: string, form: AnswerForm])[] = [
  [
    "the consent page",
    {
      approve: async (server, url, teamName = "Workspace") =>
        redirectOf(await answerOnPage(server, url, "Approve", { teamName })),
      deny: async (server, url) => redirectOf(await answerOnPage(server, url, "Deny")),
    },
  ],
  ...controlForms.map(([name, open]) => [name, answerByControl(open)] as const),
];

function answerByControl(open: Open): AnswerForm {
  return {
    async approve(server, authorizationUrl, teamName) {
      return (await (await open(server)).approve({ authorizationUrl, teamName })).callbackUrl;
    },
    async deny(server, authorizationUrl) {
      return (await (await open(server)).deny({ authorizationUrl })).callbackUrl;
    },
  };
}
