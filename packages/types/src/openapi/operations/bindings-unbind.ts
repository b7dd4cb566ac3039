import { createErrorExample, createUnauthorizedExample, installationNotFound } from "../error-examples.ts";
import type { OperationDocument } from "../operation-document.ts";

const path = "/v1/brains/brain_operations/messaging/bindings/binding_yard";

/** Specification, sections 3 and 4.6. */
export const bindingsUnbind: OperationDocument<"bindings.unbind"> = {
  id: "bindings.unbind",
  details: "The installation and its other bindings are unaffected.",
  request: { brainId: "brain_operations", bindingId: "binding_yard" },
  success: { description: "The binding was removed.", example: { disconnected: true } },
  errors: {
    400: {
      description: "Validation failed.",
      example: createErrorExample(
        400,
        path.replace("brain_operations", "%FF"),
        "brainId must be percent-encoded UTF-8",
      ),
    },
    401: createUnauthorizedExample(path),
    404: {
      description: installationNotFound,
      example: createErrorExample(404, path.replace("brain_operations", "brain_unknown"), "Brain not found"),
    },
  },
};
