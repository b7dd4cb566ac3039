import type { Attempt, Hooks, KnowledgeBaseError, RequestEvent, ResponseEvent } from "@knowledge-base/sdk";
import { type Attributes, context, type Meter, SpanKind, SpanStatusCode, type Tracer, trace } from "@opentelemetry/api";

/** A call that has ended. */
interface EndedCall {
  readonly operation: string;
  readonly callId: string;
  readonly attempts: readonly Attempt[];
  /** In milliseconds. */
  readonly duration: number;
  readonly status?: number | undefined;
  readonly requestId: string | undefined;
  readonly error?: KnowledgeBaseError;
}

type AttemptEvent = RequestEvent | ResponseEvent;

/**
 * Creates hooks for a client that export a span for each call, with a child span for each attempt, and metrics of calls. The
 * parent of a call's span is the span that is active where the call is made.
 */
export function createTelemetryHooks(tracer: Tracer, meter: Meter): Hooks {
  const durations = meter.createHistogram("knowledge_base.call.duration", {
    description: "Duration of a call, with its attempts and the delays between them",
    unit: "s",
  });
  const retries = meter.createCounter("knowledge_base.call.retries", { description: "Attempts that were repeated" });
  const errors = meter.createCounter("knowledge_base.call.errors", { description: "Calls that failed" });

  /** The last event of each attempt, by the id of its call. Calls run at the same time, so their events are mixed. */
  const attemptEvents = new Map<string, Map<number, AttemptEvent>>();

  function remember(event: AttemptEvent): void {
    const events = attemptEvents.get(event.callId) ?? new Map<number, AttemptEvent>();
    attemptEvents.set(event.callId, events.set(event.attempt, event));
  }

  function exportCall(call: EndedCall): void {
    const { operation, callId, attempts, duration, status, requestId, error } = call;
    const events = attemptEvents.get(callId);
    attemptEvents.delete(callId);
    // The spans are created when the call has ended, with the times of its attempts.
    const startTime = attempts[0]?.started ?? Date.now() - duration;
    const attributes = withoutUndefined({
      "knowledge_base.operation": operation,
      "knowledge_base.attempts": attempts.length,
      "knowledge_base.request_id": requestId,
      "http.response.status_code": status,
      "error.type": error?.code,
    });
    const span = tracer.startSpan(operation, { startTime, attributes });
    if (error) span.setStatus({ code: SpanStatusCode.ERROR, message: error.message });
    const parent = trace.setSpan(context.active(), span);
    for (const attempt of attempts) {
      const event = events?.get(attempt.number);
      const attemptOptions = { kind: SpanKind.CLIENT, startTime: attempt.started };
      const child = tracer.startSpan(event?.method ?? "apiKey", attemptOptions, parent);
      child.setAttributes(describeAttempt(attempt, event));
      if (isFailed(attempt)) child.setStatus({ code: SpanStatusCode.ERROR });
      child.end(attempt.started + attempt.duration);
    }
    span.end(startTime + duration);
    durations.record(
      duration / 1000,
      withoutUndefined({ "knowledge_base.operation": operation, "error.type": error?.code }),
    );
  }

  return {
    onRequest: remember,
    onResponse: remember,
    onRetry: ({ operation, attempt }) => {
      retries.add(1, withoutUndefined({ "knowledge_base.operation": operation, "error.type": nameFailure(attempt) }));
    },
    onSuccess: exportCall,
    onError: (event) => {
      const { operation, error } = event;
      errors.add(1, { "knowledge_base.operation": operation, "error.type": error.code });
      const { attempts, requestId } = error;
      exportCall({ ...event, attempts, requestId, status: attempts.at(-1)?.status });
    },
  };
}

function describeAttempt(attempt: Attempt, event: AttemptEvent | undefined): Attributes {
  return withoutUndefined({
    "http.request.method": event?.method,
    "url.full": event?.url,
    "http.response.status_code": attempt.status,
    "http.request.resend_count": attempt.number > 1 ? attempt.number - 1 : undefined,
    "knowledge_base.request_id": event && "requestId" in event ? event.requestId : undefined,
    "error.type": isFailed(attempt) ? nameFailure(attempt) : undefined,
  });
}

function isFailed({ status = 0, code }: Attempt): boolean {
  return code !== undefined || status < 200 || status > 299;
}

/** Names what went wrong in an attempt: the code of the client if there was no complete response, or else the status. */
function nameFailure({ status, code }: Attempt): string | undefined {
  return code ?? status?.toString();
}

function withoutUndefined(attributes: Readonly<Record<string, string | number | undefined>>): Attributes {
  return Object.fromEntries(Object.entries(attributes).filter(([, value]) => value !== undefined));
}
