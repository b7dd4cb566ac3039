import { Failure, joinMessages } from "../errors/failure.ts";

const advice = "If a test uses jsdom, give its file the environment node.";

// Modules that are loaded after this one fail without it, and their error doesn't say what to do.
if (typeof TextEncoder === "undefined") {
  throw new Error(`@knowledge-base/sdk needs TextEncoder, which this environment lacks. ${advice}`);
}

/** ky fails before the first attempt if `Request` is missing, or takes no signals but those of Node, such as with jsdom. */
export function createEnvironmentFailure(cause: unknown): Failure {
  const problem = joinMessages(["this environment cannot create a Request", cause]);
  return new Failure("configuration", `${problem}. ${advice}`, { cause });
}
