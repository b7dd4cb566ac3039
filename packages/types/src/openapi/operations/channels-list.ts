import { createErrorExample, createUnauthorizedExample, installationNotFound } from "../error-examples.ts";
import type { OperationDocument } from "../operation-document.ts";

const path = "/v1/brains/brain_operations/messaging/channels";

/** Specification, section 4.3. */
export const channelsList: OperationDocument<"channels.list"> = {
  id: "channels.list",
  details: "`isMember` states whether the bot was already added to a channel.",
  request: { brainId: "brain_operations", installationId: "installation_harbour_line" },
  success: {
    description: "The channels.",
    example: [
      { id: "C01BRIDGE", name: "bridge", isPrivate: false, isMember: true },
      { id: "C02YARD", name: "yard", isPrivate: false, isMember: true },
      { id: "C03TICKETS", name: "ticket-office", isPrivate: false, isMember: true },
      { id: "C04WEATHER", name: "weather-watch", isPrivate: false, isMember: false },
      { id: "G05BOARD", name: "board", isPrivate: true, isMember: true },
    ],
  },
  errors: {
    400: {
      description: "Validation failed, for example because `installationId` is missing.",
      example: createErrorExample(400, path, "installationId is missing"),
    },
    401: createUnauthorizedExample(path),
    404: {
      description: installationNotFound,
      example: createErrorExample(404, path.replace("brain_operations", "brain_unknown"), "Brain not found"),
    },
  },
};
