import type { Context } from "hono";
import type { Problem } from "./problems.ts";
import type { PageEnvironment } from "./services.ts";
import { problemPage } from "./views/problem-page.ts";

/** Responds with the page of a problem, which links back to the brain of the request. */
export function showProblem(c: Context<PageEnvironment>, problem: Problem) {
  if (problem.isTemporary) c.header("Retry-After", "60");
  const { pathname, search } = new URL(c.req.url);
  const retryPath = problem.isTemporary && c.req.method === "GET" ? pathname + search : undefined;
  return c.html(problemPage({ problem, brain: c.get("brain"), retryPath }), problem.status);
}
