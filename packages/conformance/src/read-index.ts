import { contract } from "@knowledge-base/types";
import type { Connection } from "./connection.ts";
import type { ReceivedResponse } from "./received-response.ts";
import { unknownId } from "./request.ts";
import type { Target } from "./target.ts";

/** Reads the prompt index of the known brain, or of an unknown one, outside of a case. */
export function readIndex(
  connection: Connection,
  { apiKey, records = {} }: Target,
  { hasApiKey }: { readonly hasApiKey: boolean },
): Promise<ReceivedResponse> {
  const operation = contract["promptIndex.get"];
  const { brainId = unknownId } = records;
  return connection.send({
    method: operation.method,
    pathAndQuery: operation.path.replace("{brainId}", encodeURIComponent(brainId)),
    headers: new Headers(hasApiKey ? { "x-api-key": apiKey } : {}),
    body: null,
    description: hasApiKey ? "" : " without an API key",
    operation,
    hasApiKey,
  });
}
