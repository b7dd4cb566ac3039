// What the client does while a test runner replaces the timers.
import { KnowledgeBase } from "@knowledge-base/sdk";
import { type Check, expectEqual } from "./checks.js";

interface FakeTimers {
  useFakeTimers(): unknown;
  advanceTimersByTimeAsync(milliseconds: number): Promise<unknown>;
  useRealTimers(): unknown;
}

const brainId = "brain_operations";

export function timerChecks(timers: FakeTimers): Readonly<Record<string, Check>> {
  const withFakeTimers = (check: Check) => async () => {
    const hang = Promise.withResolvers<never>();
    // A test that its own timeout ends would leave the others with fake timers.
    const timer = setTimeout(() => hang.reject(new Error("It hangs.")), 10_000);
    timers.useFakeTimers();
    try {
      await Promise.race([check(), hang.promise]);
    } finally {
      timers.useRealTimers();
      clearTimeout(timer);
    }
  };
  return {
    "fake timers drive the wait before a retry": withFakeTimers(async () => {
      const responses = [new Response(null, { status: 503, headers: { "retry-after": "30" } }), new Response("[]")];
      const call = createClient(async () => responses.shift() ?? Response.error()).promptIndex.get({ brainId });
      await timers.advanceTimersByTimeAsync(29_000);
      expectEqual(responses.length, 1);
      await timers.advanceTimersByTimeAsync(1000);
      expectEqual([responses.length, await call], [0, []]);
    }),

    "fake timers drive a timeout": withFakeTimers(async () => {
      const kb = createClient(() => new Promise(() => {}));
      const call = kb.promptIndex.get({ brainId }, { timeout: 30_000, retries: 0 }).safe();
      await timers.advanceTimersByTimeAsync(30_000);
      expectEqual((await call).error?.code, "timeout");
    }),

    "a body in many parts needs no timer": withFakeTimers(async () => {
      const parts = ["[", ...Array.from({ length: 2998 }, () => " "), "]"].values();
      const body = new ReadableStream({
        pull(stream) {
          const { done, value = "" } = parts.next();
          if (done) stream.close();
          else stream.enqueue(new TextEncoder().encode(value));
        },
      });
      expectEqual(await createClient(async () => new Response(body)).promptIndex.get({ brainId }), []);
    }),
  };
}

function createClient(fetch: () => Promise<Response>): KnowledgeBase {
  const baseUrl = "https://kb.example.com";
  return new KnowledgeBase({ baseUrl, apiKey: "kb_timers", fetch, dangerouslyAllowBrowser: true });
}
