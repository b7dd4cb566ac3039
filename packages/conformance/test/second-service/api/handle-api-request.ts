import type { BrainRecord } from "../database/brain-record.ts";
import type { Caller } from "../database/caller.ts";
import { Failure } from "../http/failure.ts";
import { invalid } from "../http/invalid.ts";
import type { Reply } from "../http/reply.ts";
import type { ServiceRequest } from "../http/service-request.ts";
import type { Rules } from "../rules/rules.ts";
import type { ServiceState } from "../service-state.ts";
import { authenticate } from "./authenticate.ts";
import { createErrorReply } from "./create-error-reply.ts";
import { findRoute } from "./find-route.ts";
import { operations } from "./operations.ts";

/** Responds to a request to one of the six operations, or to an unknown path. */
export async function handleApiRequest(service: ServiceState, received: ServiceRequest): Promise<Reply> {
  const { rules } = service;
  const route = findRoute(rules, received.method, received.path);
  const request = { ...received, operation: route?.operation };
  return rules.reply(rules.intercept(request) ?? respond(service, request, route?.parameters ?? {}), request);
}

function respond(service: ServiceState, request: ServiceRequest, encoded: Readonly<Record<string, string>>): Reply {
  const { rules } = service;
  const { operation } = request;
  try {
    if (operation === undefined) throw new Failure(404, `Cannot ${request.method} ${request.path}`);
    const caller = authenticate(service, request, operation);
    const { brainId = "", ...parameters } = decodeParameters(rules, encoded);
    const findBrain = () => findAccessibleBrain(service, caller, brainId, request);
    if (rules.findsBrainBeforeInput) findBrain();
    const value = operations[operation](service, { request, parameters, findBrain });
    return { status: rules.successStatus[operation], headers: {}, value };
  } catch (error) {
    if (error instanceof Failure) return createErrorReply(service, request, error);
    throw error;
  }
}

function decodeParameters(rules: Rules, encoded: Readonly<Record<string, string>>): Record<string, string> {
  const decoded = Object.entries(encoded).map(([name, segment]) => {
    try {
      return [name, rules.decodeSegment(segment)];
    } catch {
      throw invalid(name, "is not percent-encoded correctly");
    }
  });
  return Object.fromEntries(decoded);
}

function findAccessibleBrain(
  { database, rules }: ServiceState,
  caller: Caller | undefined,
  brainId: string,
  { operation }: ServiceRequest,
): BrainRecord {
  const brain = database.first<BrainRecord>("SELECT * FROM brains WHERE id = :brainId", { brainId });
  if (brain === undefined) throw new Failure(404, "Brain not found");
  if (caller !== undefined && operation !== undefined && !rules.mayAccess(caller, brain, operation)) {
    throw new Failure(rules.foreignStatus, "Brain not found");
  }
  return brain;
}
