import { runConformance, type Target, TargetError } from "@knowledge-base/conformance";
import { createReferenceServer } from "@knowledge-base/server";
import { demoSeed } from "@knowledge-base/server/demo";

type Code = TargetError["code"];

const baseUrl = "https://kb.example.com";
const records = { brainId: "brain_operations" };

const respond = (body: string, init: ResponseInit) => ({ fetch: async () => new Response(body, init) });

const rejectWith = (message: string, code: string) => ({
  fetch: async (): Promise<Response> => {
    throw new TypeError("fetch failed", { cause: Object.assign(new Error(message), { code }) });
  },
});

/** For each code the changes of a target after which no run can start. */
const changes: Readonly<Record<Code, Partial<Target>>> = {
  invalid_target: { timeout: 0 },
  unreachable: rejectWith("connect ECONNREFUSED 203.0.113.7:443", "ECONNREFUSED"),
  tls_error: rejectWith("certificate has expired", "CERT_HAS_EXPIRED"),
  redirected: respond("", { status: 301, headers: { location: "https://www.example.com/" } }),
  not_json: respond("<html>…</html>", { headers: { "content-type": "text/html" } }),
  wrong_key: { apiKey: "not-a-key" },
  wrong_brain: { records: { brainId: "no-such-brain" } },
  wrong_base_url: { baseUrl: `${baseUrl}/v1` },
  wrong_binding: { write: true, records: { ...records, bindingId: "no-such-binding" } },
  setup_failed: {
    setup: async () => {
      throw new Error("the database is not available");
    },
  },
};

/** Returns the message of an error with a code, as a run causes it. */
export async function causeTargetError(code: Code): Promise<string> {
  const { apiKey, fetch } = createReferenceServer({ seed: demoSeed() });
  const target = { baseUrl, apiKey, fetch, records, ...changes[code] };
  const error: unknown = await runConformance(target).then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  if (error instanceof TargetError && error.code === code) return error.message;
  throw new Error(`The example of ${code} throws another error.`, { cause: error });
}
