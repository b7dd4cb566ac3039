import type { OperationId } from "@knowledge-base/types";

/** Id of an operation of the service, or of a custom one. Editors suggest those of the service. */
export type AnyOperationId = OperationId | (string & Record<never, never>);
