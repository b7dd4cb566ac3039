import { contract } from "../contract/contract.ts";
import type { Operation } from "../contract/operation.ts";
import type { OperationId, ResourceName } from "../contract/operation-types.ts";
import { createComponentSchemas } from "./component-schemas.ts";
import { createOpenApiOperation } from "./create-open-api-operation.ts";
import type { OpenApiDocument, OpenApiOptions, OpenApiPathItem, OpenApiServer } from "./open-api-document.ts";
import { openApiTags } from "./open-api-parts.ts";

const resourceDescriptions: { readonly [Name in ResourceName]: string } = {
  bindings: "Bindings: the connection of one channel to one brain, with flags that decide what the channel receives.",
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
 * Creates the OpenAPI 3.1 document of the service from the contract: every operation with its description, constraints,
 * examples and documented errors. Anything that the specification leaves open, such as the range of `limit` or statuses
 * other than 400, 401 and 404, is not in the document. Each call creates a new document.
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
        "then receive daily briefs, new connections and changes.\n\n" +
        "Responses may have fields that are not listed here. What the specification of the service leaves open is left " +
        "open here, too: other statuses than those that are listed, limits and lifetimes. For that reason no operation lists " +
        "413, with which the reference server responds to a body of more than 100 KiB. That is a choice of its own.",
      version: "1",
      contact: { name: "Knowledge Base contributors" },
      license: { name: "MIT", identifier: "MIT" },
    },
    servers: servers.map((server) => ({ ...server })),
    security: [{ apiKey: [] }],
    tags: openApiTags(resourceDescriptions),
    paths: createPaths(),
    components: {
      schemas: createComponentSchemas(),
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

function createPaths(): Record<string, OpenApiPathItem> {
  const items: Record<string, OpenApiPathItem> = {};
  for (const [id, { path, method }] of Object.entries<Operation>(contract)) {
    items[path] = { ...items[path], [method.toLowerCase()]: createOpenApiOperation(id as OperationId) };
  }
  return items;
}
