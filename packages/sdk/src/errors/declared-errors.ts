import type { ErrorStatus } from "@knowledge-base/types/internal";
import { BadRequestError } from "./bad-request-error.ts";
import { NotFoundError } from "./not-found-error.ts";
import { UnauthorizedError } from "./unauthorized-error.ts";

/** The class of each error status that has one only if the operation declares it. */
export const declaredErrors = {
  400: BadRequestError,
  401: UnauthorizedError,
  404: NotFoundError,
} as const satisfies Record<ErrorStatus, unknown>;
