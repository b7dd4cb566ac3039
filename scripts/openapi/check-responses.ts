import { readFile } from "node:fs/promises";
import { runConformance } from "@knowledge-base/conformance";
import { setup } from "@knowledge-base/conformance/reference-server";
import { createReferenceServer } from "@knowledge-base/server";
import { withControl } from "@knowledge-base/server/control";
import type { createOpenApiDocument } from "@knowledge-base/types/openapi";
import { Ajv2020 } from "ajv/dist/2020.js";

/** Runs the conformance suite: the responses must conform to the document, and each documented one must be among them. */
export async function checkResponses(documentPath: string): Promise<void> {
  const document: ReturnType<typeof createOpenApiDocument> = JSON.parse(await readFile(documentPath, "utf8"));
  const ajv = new Ajv2020({ strict: false, validateFormats: false }).addSchema(document, "document");
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { operationId, responses }]) => {
      const pathname = new RegExp(`^${path.replaceAll(/\{\w+\}/g, "[^/]+")}$`);
      const pointer = `document#/paths/${path.replaceAll("/", "~1")}/${method}/responses`;
      return { method, pathname, operationId, pointer, missing: new Set(Object.keys(responses)), responses };
    }),
  );

  const server = createReferenceServer();
  const send = withControl(server);
  const fetch = async (url: string, init: RequestInit) => {
    const response = await send(url, init);
    const operation = operations.find(
      ({ method, pathname }) => method === init.method?.toLowerCase() && pathname.test(new URL(url).pathname),
    );
    const { status } = response;
    // The specification leaves other errors open, but no operation has a second success.
    if (operation === undefined || (status >= 400 && !(status in operation.responses))) return response;
    const { operationId, pointer, missing } = operation;
    const body = await response.clone().json();
    if (!ajv.validate({ $ref: `${pointer}/${status}/content/application~1json/schema` }, body))
      throw new Error(`${operationId} ${status} does not conform to the document: ${ajv.errorsText()}`);
    missing.delete(String(status));
    return response;
  };
  const target = { baseUrl: server.baseUrl, apiKey: server.apiKey, fetch, setup, write: true };
  const { results } = await runConformance(target, { strict: true });

  const failed = results.filter(({ status }) => status !== "passed");
  if (failed.length > 0) throw new Error(`${failed.length} cases did not pass, such as ${JSON.stringify(failed[0])}`);
  for (const { operationId, missing } of operations)
    if (missing.size > 0) throw new Error(`${operationId} was not received with ${[...missing].join(", ")}`);
}
