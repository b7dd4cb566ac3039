import type { Failure } from "../http/failure.ts";
import type { Reply } from "../http/reply.ts";
import type { ServiceRequest } from "../http/service-request.ts";
import type { ServiceState } from "../service-state.ts";

/** Creates the error body of section 7. */
export function createErrorReply({ rules, clock }: ServiceState, request: ServiceRequest, failure: Failure): Reply {
  const message = rules.message(failure);
  const body = rules.exceptionBody(failure, message);
  const error = {
    statusCode: failure.status,
    timestamp: clock.now(),
    path: rules.errorPath(request),
    message,
    ...(body && { body }),
  };
  return { status: failure.status, headers: {}, value: rules.present.error(error, request) };
}
