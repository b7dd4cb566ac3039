import { createErrorExample, createUnauthorizedExample, installationNotFound } from "../error-examples.ts";
import type { OperationDocument } from "../operation-document.ts";

const path = "/v1/brains/brain_operations/messaging/bindings/binding_bridge";

/** Specification, sections 3 and 4.1. */
export const bindingsUpdate: OperationDocument<"bindings.update"> = {
  id: "bindings.update",
  details: "Flags that the body leaves out stay as they are; an empty object is a valid body and changes nothing.",
  request: { brainId: "brain_operations", bindingId: "binding_bridge", notifyBriefs: false },
  success: {
    description: "The binding, with the updated flags.",
    example: {
      id: "binding_bridge",
      brainId: "brain_operations",
      installationId: "installation_harbour_line",
      teamId: "T0HARBOUR",
      channelId: "C01BRIDGE",
      channelName: "bridge",
      status: "active",
      notifyBriefs: false,
      notifyConnections: false,
      notifyChanges: true,
      createdAt: "2026-03-02T09:30:00.000Z",
    },
  },
  errors: {
    400: {
      description: "Validation failed, for example because a flag is not a boolean.",
      example: createErrorExample(400, path, "notifyBriefs must be a boolean, not a string"),
    },
    401: createUnauthorizedExample(path),
    404: {
      description: installationNotFound,
      example: createErrorExample(404, path.replace("brain_operations", "brain_unknown"), "Brain not found"),
    },
  },
};
