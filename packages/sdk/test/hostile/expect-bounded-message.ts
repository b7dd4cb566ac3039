import type { KnowledgeBaseError } from "@knowledge-base/sdk";
import { expect } from "vitest";

/** Expects that the message of an error is one line of at most 1,000 characters without control characters. */
export function expectBoundedMessage({ message }: Pick<KnowledgeBaseError, "message">): void {
  expect(message).toMatch(/^Failed to /);
  expect(message).not.toMatch(/[\p{Cc}\u2028\u2029]/u);
  expect(message.length).toBeLessThanOrEqual(1000);
}
