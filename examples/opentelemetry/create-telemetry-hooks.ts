import type { Attempt, Hooks, KnowledgeBaseError, RequestEvent, ResponseEvent } from "@knowledge-base/sdk";
import { type Attributes, context, type Meter, SpanKind, SpanStatusCode, type Tracer, trace } from "@opentelemetry/api";

type AttemptEvent = RequestEvent | ResponseEvent;

interface EndedCall {
  readonly operation: string;
  readonly callId: string;
  readonly attempts: readonly Attempt[];
  /** In milliseconds. */
  readonly duration: number;
  readonly error?: KnowledgeBaseError;
}

/**
 * Creates hooks for a client that export a span for each call, with a child span for each attempt, and metrics of calls. The
 * parent of a call's span is the span that is active where the call is made.
 */
export function createTelemetryHooks(tracer: Tracer, meter: Meter): Hooks {
  const durations = meter.createHistogram("knowledge_base.call.duration", { unit: "s" });
  const retries = meter.createCounter("knowledge_base.call.retries");

  /** The last event of each attempt, by the id of its call. Calls run at the same time, so their events are mixed. */
  const attemptEvents = new Map<string, Map<number, AttemptEvent>>();

  function remember(event: AttemptEvent): void {
    const events = attemptEvents.get(event.callId) ?? new Map<number, AttemptEvent>();
    attemptEvents.set(event.callId, events.set(event.attempt, event));
  }

  function exportCall({ operation, callId, attempts, duration, error }: EndedCall): void {
    const events = attemptEvents.get(callId);
    attemptEvents.delete(callId);
    const attributes = withoutUndefined({ "knowledge_base.operation": operation, "error.type": error?.code });
    durations.record(duration / 1000, attributes);
    // The spans are created when the call has ended, with the times of its attempts.
    const startTime = attempts[0]?.started ?? Date.now() - duration;
    const span = tracer.startSpan(operation, { startTime, attributes });
    if (error) span.setStatus({ code: SpanStatusCode.ERROR, message: error.message });
    const parent = trace.setSpan(context.active(), span);
    for (const attempt of attempts) exportAttempt(tracer, attempt, events?.get(attempt.number), parent);
    span.end(startTime + duration);
  }

  return {
    onRequest: remember,
    onResponse: remember,
    onRetry: ({ operation }) => retries.add(1, { "knowledge_base.operation": operation }),
    onSuccess: exportCall,
    onError: (event) => exportCall({ ...event, attempts: event.error.attempts }),
  };
}

type Context = ReturnType<typeof context.active>;

function exportAttempt(tracer: Tracer, attempt: Attempt, event: AttemptEvent | undefined, parent: Context): void {
  const { number, status = 0, code, started, duration } = attempt;
  const isFailed = code !== undefined || status < 200 || status > 299;
  const attributes = withoutUndefined({
    "http.request.method": event?.method,
    "url.full": event?.url,
    "http.response.status_code": attempt.status,
    "http.request.resend_count": number > 1 ? number - 1 : undefined,
    "knowledge_base.request_id": event && "requestId" in event ? event.requestId : undefined,
    // The code of the client if there was no complete response, or else the status.
    "error.type": isFailed ? (code ?? `${status}`) : undefined,
  });
  // Without an event, the function that returns the key has failed.
  const name = event?.method ?? "apiKey";
  const span = tracer.startSpan(name, { kind: SpanKind.CLIENT, startTime: started, attributes }, parent);
  if (isFailed) span.setStatus({ code: SpanStatusCode.ERROR });
  span.end(started + duration);
}

function withoutUndefined(attributes: Readonly<Record<string, string | number | undefined>>): Attributes {
  return Object.fromEntries(Object.entries(attributes).filter(([, value]) => value !== undefined));
}
