import { contract, type OperationId } from "@knowledge-base/types";
import { madeUpId, malformedId, unknownIdLike } from "../run/service.ts";
import { type ConformanceCase, choice, required } from "./case.ts";

/** Sections of the operations. */
const sections: Readonly<Record<OperationId, string>> = {
  "bindings.update": "4.1",
  "pages.archive": "4.2",
  "channels.list": "4.3",
  "promptIndex.get": "4.4",
  "oauth.start": "4.5",
  "bindings.unbind": "4.6",
};

function writeNeed(id: OperationId): readonly "write"[] {
  return contract[id].method === "GET" ? [] : ["write"];
}

/** Expects 401 without a valid API key. Specification, section 5. */
export function unauthorizedCase(id: OperationId): ConformanceCase {
  const title = "returns 401 without an API key, with an empty one and with an invalid one";
  return required(title, `5 4 7 ${sections[id]}`, writeNeed(id), async (service) => {
    const ids = service.safeIds(id);
    for (const apiKey of [null, "", "not-a-key"]) await service.expectError(id, 401, { ids, apiKey });
  });
}

/** Expects 404 for an unknown brain, and for another unknown record of a known brain. Specification, section 7. */
export function notFoundCase(id: OperationId, record?: "slug" | "installationId"): ConformanceCase {
  const title = `returns 404 for a brainId${record ? ` or ${record}` : ""} that doesn't exist`;
  const needs = ["brainId", ...(record ? [record] : []), ...writeNeed(id)] as const;
  return required(title, `7 ${sections[id]}`, needs, async (service, { [record ?? "brainId"]: known }) => {
    await service.expectError(id, 404, { ids: service.unknownIds(id) });
    await service.expectRejection(id, { ids: { ...service.unknownIds(id), brainId: madeUpId } });
    if (record === undefined) return;
    await service.expectError(id, 404, { ids: { [record]: unknownIdLike(known) } });
    await service.expectRejection(id, { ids: { [record]: madeUpId } });
  });
}

/** Expects 400 for a malformed path, the one invalid input that is possible for every operation. */
export function malformedPathCase(id: OperationId): ConformanceCase {
  const title = "returns 400 for a path parameter that isn't percent-encoded UTF-8";
  return choice(title, `7 ${sections[id]}`, writeNeed(id), (service) =>
    service.expectError(id, 400, { ids: { ...service.unknownIds(id), brainId: malformedId } }),
  );
}
