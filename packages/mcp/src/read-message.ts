import { fieldsOf, isObject } from "@knowledge-base/internal/json";
import { cutText } from "@knowledge-base/internal/texts";

// Field in which arguments that aren't an object pass the schema of the SDK.
const argumentsField = "knowledge-base/arguments";

// The protocol limits names of tools to 128 characters.
const maxNameLength = 200;

/**
 * Returns a message, or the messages of a batch, as the SDK takes it: without parameters that are null, and with any arguments in an
 * object. It's idempotent.
 */
export function readMessage(message: unknown): unknown {
  // A list in a batch is no message, and may have more lists in it than fit on the stack.
  return Array.isArray(message) ? message.map(readOne) : readOne(message);
}

function readOne(message: unknown): unknown {
  const { params: given, ...others } = fieldsOf(message);
  if (typeof others["method"] !== "string") return message;
  if (given === null) return others;
  if (!isObject(given)) return message;
  const params = dropNulls(given);
  const { _meta: meta, arguments: input, name } = params;
  if (isObject(meta)) params["_meta"] = dropNulls(meta);
  if (input !== undefined && !isObject(input)) params["arguments"] = { [argumentsField]: input };
  // The SDK repeats the name of an unknown tool in its error.
  if (others["method"] === "tools/call" && typeof name === "string") params["name"] = cutText(name, maxNameLength);
  return { ...others, params };
}

function dropNulls(fields: object): Record<string, unknown> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null));
}

/** Returns the arguments of a tool as the host has written them. The tool reads them. */
export function readArguments(input: unknown): unknown {
  return fieldsOf(input)[argumentsField] ?? input;
}
