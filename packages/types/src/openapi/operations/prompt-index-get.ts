import { createErrorExample, createUnauthorizedExample, pageNotFound } from "../error-examples.ts";
import type { OperationDocument } from "../operation-document.ts";

const path = "/v1/brains/brain_operations/index";

/** Specification, section 4.4. */
export const promptIndexGet: OperationDocument<"promptIndex.get"> = {
  id: "promptIndex.get",
  details: "It gives an agent working context without the whole brain.",
  request: { brainId: "brain_operations", limit: 4 },
  success: {
    description: "The top pages, pinned ones first.",
    example: [
      {
        slug: "electric-fleet-programme",
        title: "Electric fleet programme",
        summary:
          "The move from diesel to electric, in one page: where each boat and berth stands, what it saves, and what must " +
          "be decided before 30 September. Start here if you ",
        pageType: "project",
        pinned: true,
        status: "active",
      },
      {
        slug: "weather-limits",
        title: "Weather limits: wind, fog, ice",
        summary:
          "When we sail, slow down or stop. Fog stop is 200 metres since 16 March, gust stop is 17 m/s; the duty skipper " +
          "may always be stricter, never looser.",
        pageType: "topic",
        pinned: true,
        status: "active",
      },
      {
        slug: "charging-arm-procedure",
        title: "Charging arm: procedure at the berth",
        summary:
          "How to connect, charge and leave at Mill Quay berth A in a 9 minute turn, when to stop, and whom to call. " +
          "Binding for every crew on an electric boat; read it be",
        pageType: "topic",
        pinned: true,
        status: "active",
      },
      {
        slug: "reserve-of-twenty-percent",
        title: "Decision: a battery reserve of 20 %",
        summary:
          "Taken on 29 January 2026: no electric boat leaves Mill Quay if it would come back below 20 % (252 kWh), enough " +
          "for one full winter round trip.",
        pageType: "decision",
        pinned: false,
        status: "active",
      },
    ],
  },
  errors: {
    400: {
      description: "Validation failed, for example because `limit` is not a whole number.",
      example: createErrorExample(400, path, 'limit must be a number, not "many"'),
    },
    401: createUnauthorizedExample(path),
    404: {
      description: pageNotFound,
      example: createErrorExample(404, path.replace("brain_operations", "brain_unknown"), "Brain not found"),
    },
  },
};
