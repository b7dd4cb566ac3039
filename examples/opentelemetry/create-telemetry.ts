import type { CallErrorEvent, CallSuccessEvent, ClientOptions, Middleware } from "@knowledge-base/sdk";
import {
  context,
  type Meter,
  propagation,
  type Span,
  SpanKind,
  SpanStatusCode,
  type Tracer,
  trace,
} from "@opentelemetry/api";

/**
 * Creates options of a client that export a span for each call, with a child span for each attempt, and metrics of calls. The
 * parent of a call's span is the span that is active where the call is made.
 */
export function createTelemetry(tracer: Tracer, meter: Meter) {
  const durations = meter.createHistogram("knowledge_base.call.duration", { unit: "s" });
  const retries = meter.createCounter("knowledge_base.call.retries");
  // By the ids of the calls, because calls run at the same time.
  const callSpans = new Map<string, Span>();

  const traceAttempt: Middleware = async (request, next, { operation, callId, attempt, signal }) => {
    const call = callSpans.get(callId) ?? tracer.startSpan(operation);
    callSpans.set(callId, call);
    const parent = trace.setSpan(context.active(), call);
    const span = tracer.startSpan(request.method, { kind: SpanKind.CLIENT }, parent);
    span.setAttributes({ "http.request.method": request.method, "url.full": request.url });
    if (attempt > 1) span.setAttribute("http.request.resend_count", attempt - 1);
    const active = trace.setSpan(parent, span);
    const headers = { ...request.headers };
    propagation.inject(active, headers);
    try {
      const response = await context.with(active, () => next({ ...request, headers }));
      span.setAttribute("http.response.status_code", response.status);
      if (!response.ok) fail(span, `${response.status}`);
      return response;
    } catch (error) {
      fail(span, signal.aborted ? "aborted" : "connection");
      throw error;
    } finally {
      span.end();
    }
  };

  function endCall(event: CallSuccessEvent | CallErrorEvent): void {
    const { operation, callId, duration } = event;
    const attributes = { "knowledge_base.operation": operation };
    // Without a span, nothing was sent.
    const span = callSpans.get(callId) ?? tracer.startSpan(operation, { startTime: Date.now() - duration });
    callSpans.delete(callId);
    span.setAttributes(attributes);
    if ("error" in event) {
      fail(span, event.error.code, event.error.message);
      durations.record(duration / 1000, { ...attributes, "error.type": event.error.code });
    } else {
      durations.record(duration / 1000, attributes);
    }
    span.end();
  }

  return {
    use: [traceAttempt],
    onRetry: ({ operation }) => retries.add(1, { "knowledge_base.operation": operation }),
    onSuccess: endCall,
    onError: endCall,
  } satisfies ClientOptions;
}

function fail(span: Span, type: string, message = ""): void {
  span.setAttribute("error.type", type).setStatus({ code: SpanStatusCode.ERROR, message });
}
