import { readFile } from "node:fs/promises";
import { CommandError } from "@knowledge-base/command-line";
import { messageOf } from "../message-of.ts";
import { exitCodes } from "./exit-codes.ts";

const advice = "See knowledge-base-conformance --help for its form.";

/**
 * Reads a file with a JSON object.
 *
 * @param findProblems - returns every problem of the object
 * @throws CommandError if it cannot be read, or with every problem of its content
 */
export async function readJsonFile(path: string, findProblems: (content: object) => string[]): Promise<object> {
  const failure = (reason: string, details: readonly string[] = []) =>
    new CommandError(exitCodes.badFile, `Failed to read ${path}: ${reason}. ${advice}`, { details });
  const text = await readFile(path, "utf8").catch((error: unknown) => {
    throw failure(messageOf(error));
  });
  const content = parseJson(text);
  if (typeof content !== "object" || content === null || Array.isArray(content))
    throw failure("it is not a JSON object");
  const details = findProblems(content);
  if (details.length > 0) throw failure(`${details.length} problem${details.length === 1 ? "" : "s"}`, details);
  return content;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
