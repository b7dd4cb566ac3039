import type { CallError } from "./call-error.ts";
import type { OAuthCallbackError } from "./oauth-callback-error.ts";

/** Any error of the package, as a union: comparing the `code` narrows it to one class. */
export type AnyKnowledgeBaseError = CallError | OAuthCallbackError;
