import { KnowledgeBaseError } from "../errors/knowledge-base-error.ts";
import type { Attempt } from "./attempt.ts";
import type { Answer } from "./call-promise.ts";
import { Interruption } from "./interruption.ts";

/** How an attempt ended. */
export type Ending =
  | { readonly kind: "answer"; readonly answer: Answer }
  | { readonly kind: "interruption"; readonly interruption: Interruption }
  | { readonly kind: "failure"; readonly thrown: unknown };

/**
 * Waits for the end of an attempt.
 *
 * @throws {@link KnowledgeBaseError} that the attempt threw itself, because it could not begin
 */
export async function endingOf(attempt: Promise<Answer>): Promise<Ending> {
  try {
    return { kind: "answer", answer: await attempt };
  } catch (thrown) {
    if (thrown instanceof KnowledgeBaseError) throw thrown;
    if (thrown instanceof Interruption) return { kind: "interruption", interruption: thrown };
    return { kind: "failure", thrown };
  }
}

/** What the record of an attempt says of its end. */
export function summaryOf(ending: Ending): Pick<Attempt, "status" | "code"> {
  switch (ending.kind) {
    case "answer":
      return { status: ending.answer.response.status };
    case "interruption":
      return { code: ending.interruption.kind };
    case "failure":
      return { code: "connection" };
  }
}
