import type { ConformanceCases } from "../conformance-case.ts";
import type { ReceivedResponse } from "../received-response.ts";
import { unknownId, unknownIds } from "../request.ts";
import type { Service } from "../service.ts";

const ids = { brainId: unknownId };
const jsonContentType = /^application\/([\w.-]+\+)?json\s*(;|$)/i;

/** Cases about the body of errors. */
export const errorBodies: ConformanceCases = {
  "documented-body": {
    title: "returns 400, 401 and 404 with the documented body",
    sentences: ["7/same-body", "7/statusCode", "7/timestamp", "7/path", "7/message", "7/400", "7/401", "7/404"],
    level: "required",
    needs: { records: ["brainId"] },
    async run(service) {
      for (const { response, status } of await receiveErrors(service)) {
        const { message } = response.expectError(status);
        if (message.trim() === "") response.fail("returned a message without text");
      }
    },
  },
  "content-type": {
    title: "sends responses, including errors, with the content type of JSON",
    sentences: ["4/json", "7/same-body"],
    level: "required",
    needs: { records: ["brainId"] },
    async run(service) {
      expectJson(await service.send("promptIndex.get"), 200);
      for (const { response, status } of await receiveErrors(service)) expectJson(response, status);
    },
  },
  "content-type-of-writes": {
    title: "sends responses to writes, including errors, with the content type of JSON",
    sentences: ["4/json", "7/same-body"],
    level: "required",
    needs: { write: true, records: ["brainId", "bindingId"] },
    async run(service) {
      expectJson(await service.send("bindings.update"), 200);
      expectJson(await service.send("bindings.update", { body: { notifyBriefs: "yes" } }), 400);
      expectJson(await service.send("bindings.update", { ids: unknownIds("bindings.update") }), 404);
      expectJson(await service.send("bindings.unbind", { ids: unknownIds("bindings.unbind"), apiKey: null }), 401);
    },
  },
  "exception-response": {
    title: "if an error has a body field, it contains the exception response with its status and message",
    sentences: ["7/body"],
    level: "required",
    needs: { records: ["brainId"] },
    async run(service) {
      for (const { response, status } of await receiveErrors(service)) {
        const { body } = response.expectError(status);
        if (!body) continue;
        const { statusCode, message, error } = body;
        const hasMessage = typeof message === "string" || Array.isArray(message);
        const hasError = typeof error === "string" || (error === undefined && status !== 400);
        if (statusCode !== status || !hasMessage || !hasError) {
          response.fail("returned a body that does not have the statusCode, the message and the error of an exception");
        }
      }
    },
  },
  "validation-messages": {
    title: "if a 400 has a body field, it names the invalid parameter",
    sentences: ["7/body"],
    level: "required",
    needs: { records: ["brainId"] },
    async run(service) {
      expectMessages(await service.send("promptIndex.get", { query: "limit=many" }), ["limit"]);
      expectMessages(await service.send("channels.list", { query: "" }), ["installationId"]);
    },
  },
  "validation-messages-of-flags": {
    title: "if a 400 has a body field, it names an invalid flag",
    sentences: ["7/body"],
    level: "required",
    needs: { write: true, records: ["brainId", "bindingId"] },
    async run(service) {
      const body = { notifyBriefs: "yes", notifyChanges: 1 };
      expectMessages(await service.send("bindings.update", { body }), Object.keys(body));
    },
  },
  "message-list": {
    title: "returns a list of messages in the body field of a 400",
    sentences: ["7/body"],
    level: "choice",
    needs: { records: ["brainId"] },
    async run(service) {
      const response = await service.send("promptIndex.get", { query: "limit=many" });
      const { body } = response.expectError(400);
      if (!Array.isArray(body?.message)) response.fail("returned a body without a list of messages");
    },
  },
};

/** Returns an error with each of the documented statuses. */
async function receiveErrors(service: Service): Promise<{ response: ReceivedResponse; status: number }[]> {
  return [
    { response: await service.send("promptIndex.get", { query: "limit=many" }), status: 400 },
    { response: await service.send("promptIndex.get", { ids, apiKey: null }), status: 401 },
    { response: await service.send("promptIndex.get", { ids }), status: 404 },
  ];
}

function expectJson(response: ReceivedResponse, status: number): void {
  response.expectStatus(status);
  const { contentType } = response;
  if (!jsonContentType.test(contentType ?? "")) response.fail(`returned the content type ${contentType ?? "(none)"}`);
}

/** Expects the exception response of a 400, if there is one, to name an invalid field. A service may stop at the first. */
function expectMessages(response: ReceivedResponse, fields: readonly string[]): void {
  const { body } = response.expectError(400);
  if (!body) return;
  const text = JSON.stringify(body);
  if (!fields.some((field) => text.includes(field)))
    response.fail(`returned a body that does not name ${fields.join(" or ")}`);
}
