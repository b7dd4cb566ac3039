import type { Context } from "hono";
import type { Problem } from "./problems.ts";
import type { PageEnvironment } from "./services.ts";
import { problemPage } from "./views/problem-page.ts";

/** Answers with the page of a problem, which leads back to the brain that the request was about. */
export function showProblem(c: Context<PageEnvironment>, problem: Problem) {
  if (problem.passes) c.header("Retry-After", "60");
  const { pathname, search } = new URL(c.req.url);
  const retryPath = problem.passes && c.req.method === "GET" ? pathname + search : undefined;
  return c.html(problemPage({ problem, brain: c.get("brain"), retryPath }), problem.status);
}
