import { contract } from "../contract/contract.ts";
import type { OperationId, ResourceName } from "../contract/derived.ts";
import type { Operation } from "../contract/operation.ts";
import { componentSchemas } from "./component-schemas.ts";
import type { OpenApiDocument, OpenApiOptions, OpenApiPathItem, OpenApiServer } from "./open-api-document.ts";
import { openApiOperation } from "./open-api-operation.ts";
import { openApiTags } from "./open-api-parts.ts";

const resourceDescriptions: { readonly [Name in ResourceName]: string } = {
  bindings:
    "Bindings: the connection of one channel to one brain, with switches that decide what the channel receives.",
  channels: "Channels of the messaging platform.",
  oauth: "The OAuth flow that installs the service's bot in a workspace of the messaging platform.",
  pages: "Pages: the knowledge of a brain.",
  promptIndex: "The prompt index: the top pages of a brain, in short, for a prompt.",
};

const referenceServer: OpenApiServer = {
  url: "http://127.0.0.1:4000",
  description: "The reference server on this machine, as the command `knowledge-base-server` starts it.",
};

/**
 * Makes the OpenAPI 3.1 document of the service from the contract: every operation with its words, constraints, examples
 * and documented errors. It states what the specification states; what the specification leaves open, such as the range
 * of `limit` or statuses other than 400, 401 and 404, is not in it. Each call makes a document of its own.
 *
 * @see Specification, sections 2, 4, 5 and 7
 *
 * @example
 * ```ts
 * import { createOpenApiDocument } from "@knowledge-base/types/openapi";
 *
 * const { paths } = createOpenApiDocument({ servers: [{ url: "https://kb.example.com" }] });
 * console.log(paths["/v1/brains/{brainId}/index"]?.get?.operationId); // promptIndex.get
 * ```
 */
export function createOpenApiDocument({ servers = [referenceServer] }: OpenApiOptions = {}): OpenApiDocument {
  return {
    openapi: "3.1.0",
    info: {
      title: "Knowledge-base service",
      summary: "Pages, the prompt index of a brain, and bindings of brains to channels of a messaging platform.",
      description:
        "The service keeps knowledge in workspaces called brains. A brain holds pages; its prompt index is a compact list " +
        "of its top pages for the prompt of an agent. A brain can be bound to channels of a team-messaging platform, which " +
        "then hear of daily briefs, new connections and changes.\n\n" +
        "Answers may have fields that are not listed here. What the specification of the service leaves open is left open " +
        "here, too: other statuses than those that are listed, limits and lifetimes.",
      version: "1",
      contact: { name: "Knowledge Base contributors" },
      license: { name: "MIT", identifier: "MIT" },
    },
    servers: servers.map((server) => ({ ...server })),
    security: [{ apiKey: [] }],
    tags: openApiTags(resourceDescriptions),
    paths: paths(),
    components: {
      schemas: componentSchemas(),
      securitySchemes: {
        apiKey: {
          type: "apiKey",
          in: "header",
          name: "x-api-key",
          description:
            "A key from the dashboard of the service. It is scoped to one organization and carries the role of the member " +
            "it was issued to. Specification, section 5.",
        },
      },
    },
  };
}

function paths(): Record<string, OpenApiPathItem> {
  const items: Record<string, OpenApiPathItem> = {};
  for (const [id, { path, method }] of Object.entries<Operation>(contract)) {
    items[path] = { ...items[path], [method.toLowerCase()]: openApiOperation(id as OperationId) };
  }
  return items;
}
