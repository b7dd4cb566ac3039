import { createErrorResponses } from "./error-responses.ts";

/** The events, and what their data is. */
const eventDescriptions = [
  "`start`: the stream begins. Earlier events are not reported: read the current state with the controls.",
  "`gap`: events are missing, because the server has dropped them or was restarted. Read everything again.",
  "`requests`: an array of requests, each as in the response of `journal/summaries`.",
  "`deliveries`: an array of notifications that channels received, each a `Delivery`.",
  "`records`: an array of records that were added, changed or deleted: `{ action, organizationId, array, record }`, where " +
    "`action` is `put` or `delete`, `array` is the name of the record's array in a state, and `record` has the fields that " +
    "identify it. The values of API keys are not reported. With the action `clear`, all records of the organization or, without an " +
    "`organizationId`, of the server may have changed.",
  "`faults`: an array of planned faults that have changed: `{ organizationId, action, id, kind, uses }`, where `action` is " +
    "`planned`, `used`, `returned`, `removed` or, without the fields that follow it, `cleared`. `organizationId` is null for " +
    "the faults of the server.",
  "`clocks`: an array of clocks that were frozen, moved or resumed: `{ organizationId, at, frozen }`. `organizationId` is " +
    "null for the clock of the server.",
  "`cleared`: an array with the logs that were cleared, `journal` or `deliveries`.",
  "`reset`: the server was reset. Read everything again.",
];

/** The stream of events in the OpenAPI document of the controls. */
export const events: Readonly<Record<string, unknown>> = {
  operationId: "events",
  summary: "Receive the events of the server",
  description: [
    "Streams what happens in the server as server-sent events. Events are collected for 200 ms, so that each contains up to " +
      "500 items. The data of each event is one line of JSON.",
    ...eventDescriptions.map((description) => `- ${description}`),
    "To continue after a lost connection, send the id of the last event in the header `Last-Event-ID`. The " +
      "server keeps the newest 1,000 events of at most 4 MiB, while a stream is open and for 30 seconds after. A client that " +
      "reads too slowly misses events, and receives a `gap`. A comment is sent every 15 seconds.",
  ].join("\n\n"),
  tags: ["server"],
  parameters: [
    {
      name: "Last-Event-ID",
      in: "header",
      description: "Id of the last event that the client has received. Without it, the stream begins with `start`.",
      schema: { type: "string" },
    },
  ],
  responses: {
    200: {
      description: "The stream, which ends when the server stops",
      content: { "text/event-stream": { schema: { type: "string" } } },
    },
    ...createErrorResponses([400, 401, 403, 409], []),
  },
};
