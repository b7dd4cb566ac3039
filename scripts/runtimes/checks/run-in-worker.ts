import { allChecks } from "./all-checks.ts";
import type { CheckContext } from "./check.ts";
import { runChecks } from "./run-checks.ts";

// Runs the checks in workerd, when it receives a request.

const worker = {
  async fetch(request: Request): Promise<Response> {
    const context: CheckContext = await request.json();
    return Response.json(await runChecks(allChecks, context));
  },
};

export default worker;
