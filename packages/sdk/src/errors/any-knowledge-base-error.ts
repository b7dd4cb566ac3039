import type { CallError } from "./call-error.ts";
import type { OAuthCallbackError } from "./oauth-callback-error.ts";

/** Any error of the package. Comparing the `code` narrows the union to one class. */
export type AnyKnowledgeBaseError = CallError | OAuthCallbackError;
