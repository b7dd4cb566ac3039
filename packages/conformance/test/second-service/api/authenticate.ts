import type { Caller } from "../database/caller.ts";
import { Failure } from "../http/failure.ts";
import type { ServiceRequest } from "../http/service-request.ts";
import type { ServiceState } from "../service-state.ts";
import type { OperationName } from "./operation-name.ts";

/** Returns the owner of the key of a request, or throws a failure if the key is not valid for the operation. */
export function authenticate(
  { database, rules }: ServiceState,
  request: ServiceRequest,
  operation: OperationName,
): Caller | undefined {
  const key = rules.readKey(request);
  const caller = database.first<Caller>(`SELECT * FROM keys WHERE ${rules.keyCondition}`, { key });
  if (caller === undefined && rules.needsKey(operation, key)) {
    throw new Failure(401, key === undefined ? "The header x-api-key is missing" : "The API key is invalid");
  }
  if (caller !== undefined && !rules.mayCall(caller, operation))
    throw new Failure(403, "Your role allows only reading");
  return caller;
}
