import { componentRef } from "@knowledge-base/types/internal";

/** The stream of events in the OpenAPI document of the controls. */
export const events: Readonly<Record<string, unknown>> = {
  operationId: "events",
  summary: "Receive the events of the server",
  description: [
    "Streams what changes in the server as server-sent events. Changes are collected for 200 ms. The data of each event is one " +
      "line of JSON. A comment is sent every 15 seconds.",
    "- `start`: read everything that you show with the controls. It is the first event, and also replaces those that a slow reader has missed.",
    "- `change`: `{ changed, requests }`. `changed` is an array of `{ organizationId, what }`: the parts that have changed, `records`, " +
      "`deliveries`, `faults`, `clock` and `journal`, of an organization or, if it is null, of the whole server. `requests` is an array with " +
      "the ids of requests that have ended, in the journal of the server: read them with `journal/summaries`.",
  ].join("\n\n"),
  tags: ["server"],
  responses: {
    200: {
      description: "The stream, which ends when the server stops",
      content: { "text/event-stream": { schema: { type: "string" } } },
    },
    default: componentRef("responses", "Error"),
  },
};
