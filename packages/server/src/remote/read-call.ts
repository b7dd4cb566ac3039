import { ControlError } from "../control/control-error.ts";
import type { ControlCall, ControlRoute } from "./control-route.ts";

/**
 * Reads what a request for a control says.
 *
 * @throws {@link ControlError} `invalid_input`
 */
export async function readCall(request: Request, path: string, route: ControlRoute): Promise<ControlCall> {
  const organizationId = readOrganization(new URL(request.url).searchParams, path, route);
  return { input: await readBody(request), organizationId, signal: request.signal };
}

/** A parameter that is misspelt must not widen the control to the whole server. */
function readOrganization(query: URLSearchParams, path: string, { isScoped }: ControlRoute): string | undefined {
  const names = Array.from(query.keys());
  const unknown = names.find((name) => name !== "organization");
  if (unknown !== undefined) throw invalid("query", unknown, "is not known; the only parameter is organization");
  if (names.length > 1) throw invalid("query", "organization", "must be given once");
  if (names.length > 0 && !isScoped) {
    throw invalid("query", "organization", `must not be given, because ${path} is a control of the whole server`);
  }
  return query.get("organization") ?? undefined;
}

async function readBody(request: Request): Promise<unknown> {
  const text = await request.text();
  if (text === "") return {};
  if (!/^application\/json\s*(;|$)/i.test(request.headers.get("content-type") ?? "")) {
    throw invalid("body", "", "must have the Content-Type application/json; curl sends it with --json");
  }
  try {
    return JSON.parse(text);
  } catch {
    // What the parser says quotes the text, which may hold a key.
    throw invalid("body", "", "must be JSON");
  }
}

function invalid(part: "body" | "query", path: string, message: string): ControlError {
  const name = path === "" ? "it" : path;
  return new ControlError("invalid_input", `Failed to read the ${part}: ${name} ${message}.`, [{ path, message }]);
}
