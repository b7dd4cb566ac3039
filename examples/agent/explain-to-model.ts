import type { CallError } from "@knowledge-base/sdk";

/**
 * Turns an error of the client into instructions for a model.
 *
 * @throws The error, if it is an error of the program that no model can correct, such as a wrong key
 */
export function explainToModel(error: CallError): string {
  switch (error.code) {
    case "not_found":
      return "Failed: there is no such page. Take a slug of the index.";
    case "bad_request":
    case "input":
      return `${error.message} Call the tool again with other input.`;
    case "rate_limit":
    case "server_error":
    case "connection":
    case "timeout":
      return "Failed: the knowledge base is not responding. Tell the person to try again later.";
    default:
      throw error;
  }
}
