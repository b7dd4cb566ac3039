import { Failure } from "../http/failure.ts";
import type { Reply } from "../http/reply.ts";
import type { ServiceRequest } from "../http/service-request.ts";
import type { ServiceState } from "../service-state.ts";
import { adminCommands } from "./admin-commands.ts";

/**
 * Responds to a request to the admin API: `POST /admin/COMMAND` with the input of a command as a JSON object. It stands
 * for everything that the specification mentions and does not define, such as the dashboard and `confirmOauth`.
 */
export function handleAdminRequest(service: ServiceState, token: string, request: ServiceRequest): Reply {
  try {
    if (request.headers["x-admin-token"] !== token) throw new Failure(401, "The header x-admin-token is wrong");
    const command = adminCommands.get(request.path.slice("/admin/".length));
    if (command === undefined) throw new Failure(404, `There is no command ${request.path}`);
    return { status: 200, headers: {}, value: command(service, JSON.parse(request.body)) };
  } catch (error) {
    if (error instanceof Failure) return { status: error.status, headers: {}, value: { message: error.message } };
    throw error;
  }
}
