import { choices } from "../choices.ts";
import { parseJsonPointer } from "../faults/json-pointer.ts";
import { findJsonProblem, type JsonProblem } from "../json-value.ts";

const limits = { depth: choices.faults.depth, values: choices.faults.sizeBytes };

/** Returns the first problems of a JSON Patch that are independent of the response that it is applied to. */
export function findPatchProblems(patch: unknown): JsonProblem[] {
  const problems: JsonProblem[] = [];
  for (const [index, operation] of Array.isArray(patch) ? patch.entries() : []) {
    if (problems.length >= choices.listedProblems) break;
    for (const { path, message } of findOperationProblems(Object(operation))) {
      problems.push({ path: ["patch", index, ...path], message });
    }
  }
  return problems;
}

function findOperationProblems(operation: Readonly<Record<string, unknown>>): JsonProblem[] {
  const { op, path, from, value } = operation;
  const problems = findPointerProblems("path", path);
  if (op === "move" || op === "copy") {
    if (from === undefined) problems.push({ path: ["from"], message: "is missing" });
    problems.push(...findPointerProblems("from", from));
    if (op === "move" && typeof path === "string" && path.startsWith(`${String(from)}/`)) {
      problems.push({ path: ["from"], message: "must not contain the path that it is moved to" });
    }
  } else if (op === "add" || op === "replace" || op === "test") {
    if (value === undefined) return [...problems, { path: ["value"], message: "is missing" }];
    const problem = findJsonProblem(value, limits, ["value"]);
    if (problem) problems.push(problem);
  }
  return problems;
}

function findPointerProblems(name: string, pointer: unknown): JsonProblem[] {
  if (typeof pointer !== "string" || parseJsonPointer(pointer)) return [];
  return [{ path: [name], message: "must be a JSON Pointer: empty, or names and indexes that each follow a slash" }];
}
