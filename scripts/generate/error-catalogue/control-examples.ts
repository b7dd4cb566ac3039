import { ControlError, createReferenceServer, type ReferenceServer } from "@knowledge-base/server";
import { connect, withControl } from "@knowledge-base/server/control";
import { demoSeed } from "@knowledge-base/server/demo";
import type { HttpControlError } from "../../../packages/server/src/control-api/control-response.ts";

type Code = HttpControlError["code"];

interface ControlRequest {
  readonly path: string;
  readonly body?: unknown;
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

const brainId = "brain_operations";
const organizationId = "org_harbour_line";
const page = { brainId, slug: "weather-limits" };

/** For each code a request to a control that fails with it. */
const requests: Readonly<Record<Exclude<Code, "unreachable">, (server: ReferenceServer) => Promise<ControlRequest>>> = {
  invalid_input: async () => ({ path: "pages/mark", body: { ...page, status: "pinned" } }),
  invalid_state: async () => ({ path: "server/seed", body: { version: 1, brains: [{ id: "brain_new" }] } }),
  not_found: async () => ({ path: "pages/pin", body: { brainId, slug: "no-such-page" } }),
  conflict: async (server) => {
    server.control.pages.pin(page);
    return { path: "pages/deprecate", body: page };
  },
  timeout: async () => ({ path: "journal/waitFor", body: { operation: "pages.archive", timeout: 10 } }),
  too_large: async () => ({ path: "server/seed", body: {}, headers: { "content-length": String(2 ** 40) } }),
  unauthorized: async () => ({ path: "server/reset", headers: { authorization: "Bearer wrong" } }),
  forbidden: async () => ({ path: "server/reset", headers: { origin: "https://app.example.com" } }),
  no_such_control: async () => ({ path: "pages/pinn" }),
  wrong_method: async () => ({ path: "pages/pin", method: "PUT" }),
  unexpected: async () => ({ path: "brains/create", body: { organizationId, name: "Fjord" } }),
  oauth_malformed_state: async () => confirm("not-a-state"),
  oauth_tampered_state: async (server) => confirm(`${await startState(server)}A`),
  oauth_expired_state: async (server) => {
    const state = await startState(server);
    server.clock.advance(24 * 60 * 60 * 1000);
    return confirm(state);
  },
  oauth_used_state: async (server) => {
    const start = await startAuthorization(server);
    await server.control.oauth.deny(start);
    return { path: "oauth/approve", body: start };
  },
  oauth_foreign_state: async (server) => {
    const { id } = server.control.organizations.create();
    return confirm(await startState(server), `?organization=${id}`);
  },
  oauth_wrong_code: async (server) => confirm(await startState(server)),
};

const confirm = (state: string, query = ""): ControlRequest => ({
  path: `oauth/confirm${query}`,
  body: { code: "code_1", state },
});

async function startAuthorization({ fetch, baseUrl, apiKey }: ReferenceServer) {
  const url = `${baseUrl}/v1/brains/${brainId}/messaging/oauth/start`;
  const response = await fetch(url, { method: "POST", headers: { "x-api-key": apiKey } });
  return (await response.json()) as { authorizationUrl: string; expiresAt: string };
}

async function startState(server: ReferenceServer): Promise<string> {
  const { authorizationUrl } = await startAuthorization(server);
  return new URL(authorizationUrl).searchParams.get("state") ?? "";
}

/** An error as its cause reports it. Over HTTP it also has a status. */
interface CausedError {
  readonly status?: number;
  readonly message: string;
}

/** Returns the error with a code, as a request to a control or the client of the controls causes it. */
export async function causeControlError(code: Code): Promise<CausedError> {
  if (code === "unreachable") return causeConnectError();
  const onChange = () => {
    throw new Error("the database is not available");
  };
  const server = createReferenceServer({
    seed: demoSeed(),
    clock: { now: () => Date.parse("2026-03-02T08:00:00.000Z") },
    ...(code === "unexpected" && { onChange }),
  });
  const { path, body = {}, method = "POST", headers } = await requests[code](server);
  const fetch = withControl(server, code === "unauthorized" ? { token: "control-token" } : {});
  const response = await fetch(`${server.baseUrl}/_control/${path}`, {
    method,
    headers: { "content-type": "application/json", ...headers },
    body: JSON.stringify(body),
  });
  const { error }: { readonly error: HttpControlError } = await response.json();
  if (error.code !== code) throw new Error(`The example of ${code} has the code ${error.code}: ${error.message}`);
  return { status: response.status, message: error.message };
}

async function causeConnectError(): Promise<CausedError> {
  const fetch = async () => new Response("<html>…</html>", { status: 404 });
  const error: unknown = await connect("http://127.0.0.1:4000", { fetch }).catch((thrown: unknown) => thrown);
  if (error instanceof ControlError && error.code === "unreachable") return error;
  throw new Error("The example of unreachable throws another error.", { cause: error });
}
