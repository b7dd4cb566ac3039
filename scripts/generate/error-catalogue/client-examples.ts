import { type AnyKnowledgeBaseError, KnowledgeBase, type KnowledgeBaseErrorCode } from "@knowledge-base/sdk";
import { type OAuthCallbackProblem, readOAuthCallback } from "@knowledge-base/sdk/oauth";
import { createReferenceServer, type Fault } from "@knowledge-base/server";
import { demoSeed } from "@knowledge-base/server/demo";

const brainId = "brain_operations";
const missingPage = { brainId, slug: "no-such-page" };

/** Creates a client of a new server, which has planned a fault for all requests. Its retries do not wait. */
function createClient(fault?: Fault): KnowledgeBase {
  const server = createReferenceServer({ seed: demoSeed() });
  if (fault) server.faults.add(fault);
  const { apiKey, fetch } = server;
  return new KnowledgeBase({ baseUrl: "https://kb.example.com", apiKey, fetch, random: () => 0 });
}

/** Creates a client whose requests all have the same result. */
function createClientOf(respond: () => Response): KnowledgeBase {
  return createClient().withOptions({ fetch: async () => respond() });
}

const failConnection = (): never => {
  const cause = Object.assign(new Error("connect ECONNREFUSED 203.0.113.7:443"), { code: "ECONNREFUSED" });
  throw new TypeError("fetch failed", { cause });
};

/** For each code a program that causes such an error with the default number of retries, in a call of a safe operation if possible. */
const programs: Readonly<Record<KnowledgeBaseErrorCode, () => unknown>> = {
  bad_request: () => createClient().promptIndex.get({ brainId, limit: 100_000 }),
  unauthorized: () => createClient().withOptions({ apiKey: "not-a-key" }).promptIndex.get({ brainId }),
  not_found: () => createClient().pages.archive(missingPage),
  rate_limit: () => createClient({ kind: "status", status: 429, times: 3 }).promptIndex.get({ brainId }),
  server_error: () => createClient({ kind: "status", status: 503, times: 3 }).promptIndex.get({ brainId }),
  api_error: () => createClient().withOptions({ baseUrl: "https://kb.example.com/v1" }).promptIndex.get({ brainId }),
  connection: () => createClientOf(failConnection).promptIndex.get({ brainId }),
  timeout: () => createClient({ kind: "hang", times: 3 }).promptIndex.get({ brainId }, { timeout: 20 }),
  aborted: () => createClient().promptIndex.get({ brainId }, { signal: AbortSignal.abort() }),
  redirect: () => {
    const headers = { location: "https://www.example.com/" };
    return createClientOf(() => new Response(null, { status: 301, headers })).promptIndex.get({ brainId });
  },
  response: () => createClientOf(() => new Response("<html>…</html>")).promptIndex.get({ brainId }),
  response_too_large: () => createClient().promptIndex.get({ brainId }, { maxResponseBytes: 100 }),
  input: () => createClient().promptIndex.get({ brainId: "" }),
  configuration: () => new KnowledgeBase({ timeout: -1 }),
  oauth_callback: () => readOAuthCallback("/callback?code=code_1&state=other", { state: "state_1" }),
};

/** For each problem the query of a callback that has it. The expected state is `state_1`. */
const callbacks: Readonly<Record<OAuthCallbackProblem, string>> = {
  denied: "error=access_denied&state=state_1",
  malformed: "state=state_1",
  state_mismatch: "code=code_1&state=other",
  expired: "code=code_1&state=state_1",
};

/** Returns an error with a code, as a program causes it. */
export async function causeClientError(code: KnowledgeBaseErrorCode): Promise<AnyKnowledgeBaseError> {
  return catchError(code, programs[code]);
}

/** Returns the error of an OAuth callback with a problem. */
export async function causeCallbackError(problem: OAuthCallbackProblem): Promise<AnyKnowledgeBaseError> {
  const expected = { state: "state_1", expiresAt: "2026-03-02T08:15:00.000Z" };
  const now = Date.parse("2026-03-02T09:00:00.000Z");
  return catchError("oauth_callback", () => readOAuthCallback(`/callback?${callbacks[problem]}`, expected, now));
}

/** The error of a response with a status, and how often the client sends a request with that response. */
export interface StatusOutcome {
  readonly error: AnyKnowledgeBaseError;
  readonly attempts: { readonly idempotent: number; readonly unsafe: number };
}

/** Calls an idempotent and an unsafe operation of a service that responds with a status and the documented error body. */
export async function causeStatusError(status: number): Promise<StatusOutcome> {
  const callAll = () => createClient({ kind: "status", status, times: 3 });
  const idempotent = await callAll().promptIndex.get({ brainId }).safe();
  const unsafe = await callAll().oauth.start({ brainId }).safe();
  if (idempotent.ok || unsafe.ok) throw new Error(`A call succeeded in spite of status ${status}.`);
  const attempts = { idempotent: idempotent.attempts.length, unsafe: unsafe.attempts.length };
  return { error: idempotent.error, attempts };
}

async function catchError(code: KnowledgeBaseErrorCode, program: () => unknown): Promise<AnyKnowledgeBaseError> {
  try {
    await program();
  } catch (thrown) {
    const error = thrown as AnyKnowledgeBaseError;
    if (error.code !== code) throw new Error(`The example of ${code} throws another error.`, { cause: thrown });
    return error;
  }
  throw new Error(`The example of ${code} throws no error.`);
}
