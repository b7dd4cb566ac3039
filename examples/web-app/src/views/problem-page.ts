import { html } from "hono/html";
import type { Brain } from "../brains.ts";
import { paths } from "../paths.ts";
import type { Problem } from "../problems.ts";
import { layout, type View } from "./layout.ts";

interface ProblemPage {
  readonly problem: Problem;
  readonly brain: Brain | undefined;
  /** Where the same request can be made once more. */
  readonly retryPath: string | undefined;
}

export const problemPage = ({ problem, brain, retryPath }: ProblemPage): View =>
  layout(
    problem.title,
    html`
      <h1>${problem.title}</h1>
      <p class="lead">${problem.advice}</p>
      <p class="actions">
        ${retryPath !== undefined && html`<a class="button primary" href="${retryPath}">Try again</a>`}
        <a class="button" href="${brain ? paths.brain(brain.id) : "/"}">Back to ${brain?.name ?? "your brains"}</a>
      </p>`,
  );
