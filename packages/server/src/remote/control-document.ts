import {
  componentRef,
  type JsonSchema,
  jsonContent,
  jsonRequestBody,
  type OpenApiServer,
  type OpenApiTag,
  openApiTags,
} from "@knowledge-base/types/openapi";
import { noInput } from "../control/command.ts";
import { controlDescriptions } from "./control-descriptions.ts";
import { controlExamples } from "./control-examples.ts";
import { controlHeader, type HttpControlError, httpControlErrorCodes, statusOf } from "./control-response.ts";
import { type ControlRoute, controlRoutes } from "./control-routes.ts";
import { createComponentSchemas, createJsonSchema } from "./control-schemas.ts";

type Json = Readonly<Record<string, unknown>>;

/** An OpenAPI 3.1 document. */
export interface ControlDocument {
  readonly openapi: "3.1.0";
  readonly info: Json;
  readonly servers: readonly OpenApiServer[];
  readonly security: readonly Json[];
  readonly tags: readonly OpenApiTag[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, Json>>>>;
  readonly components: Json;
}

/**
 * The OpenAPI 3.1 document of the controls, as `GET /_control/openapi.json` gives it. Its examples are about the demo seed.
 *
 * @param baseUrl - base URL of the server that the document is for; without one, paths are of the server that gives it
 */
export function controlDocument(baseUrl = "/"): ControlDocument {
  const operations = Array.from(controlRoutes, ([path, route]) => [
    `/_control/${path}`,
    { post: createOperation(path, route) },
  ]);
  return {
    openapi: "3.1.0",
    info: {
      title: "Control of the knowledge-base reference server",
      version: "1",
      description:
        "What a test does to the reference server besides calling the service. Every control is a POST whose body is a " +
        "JSON object; no body is an empty one. What is refused changes nothing. Requests that a browser sends for a page " +
        `are refused. Each answer carries the header \`${controlHeader}\`.`,
      license: { name: "MIT", identifier: "MIT" },
    },
    servers: [{ url: baseUrl }],
    security: [],
    tags: openApiTags({ ...controlDescriptions.groups, server: "The server as a whole." }),
    paths: { ...Object.fromEntries(operations), "/_health": { get: health } },
    components: {
      parameters: { organization: organizationParameter },
      responses: Object.fromEntries(
        Object.entries(errorResponses).map(([name, { description }]) => [
          name,
          { description, content: jsonContent(componentRef("schemas", "Refusal")) },
        ]),
      ),
      schemas: { ...createComponentSchemas(), Refusal: errorSchema },
    },
  };
}

const organizationParameter = {
  name: "organization",
  in: "query",
  description: "Id of the organization that the control is confined to. Left out, it is the whole server.",
  schema: { type: "string" },
};

const health: Json = {
  operationId: "health",
  summary: "Tell whether the server answers",
  description: "Answers as soon as the server does. It changes nothing, and needs no key.",
  tags: ["server"],
  responses: {
    200: {
      description: "It does",
      content: jsonContent({ type: "object", required: ["status"], properties: { status: { const: "ok" } } }),
    },
  },
};

const errorSchema: JsonSchema = {
  type: "object",
  description: "Why a control was refused.",
  required: ["error"],
  properties: {
    error: {
      type: "object",
      description: "What was refused and why.",
      required: ["code", "message", "problems"],
      properties: {
        code: { type: "string", enum: httpControlErrorCodes, description: "Why, for programs." },
        message: { type: "string", description: "Why, for people." },
        problems: {
          type: "array",
          description: "What is wrong with the input or the state, place by place; empty for every other code.",
          items: {
            type: "object",
            required: ["path", "message"],
            properties: {
              path: { type: "string", description: "Path of the place, such as `pages[3].brainId`." },
              message: { type: "string", description: "What is wrong there." },
            },
          },
        },
      },
    },
  },
};

/** Responses of failed controls. Each has the status of its code. */
const errorResponses: Readonly<
  Record<string, { readonly code: HttpControlError["code"]; readonly description: string }>
> = {
  Invalid: { code: "invalid_input", description: "The request, its input, or an OAuth state in it is not valid" },
  Forbidden: { code: "forbidden", description: "The request came from a page in a browser, or a state is foreign" },
  NotFound: { code: "not_found", description: "Something that the request names does not exist" },
  TimedOut: { code: "timeout", description: "What was waited for did not come in time" },
  Conflict: { code: "conflict", description: "The state of things does not allow it" },
  Unexpected: { code: "unexpected", description: "The server, or a function given to it, failed" },
};

/** Codes of errors that any control can return. */
const commonErrorCodes: readonly HttpControlError["code"][] = ["invalid_input", "forbidden", "unexpected"];

function createOperation(path: string, { summary, input, output, isScoped }: ControlRoute): Json {
  const [tag] = path.split("/");
  const words = controlDescriptions.operations[path];
  const codes = [...commonErrorCodes, ...(isScoped ? ["not_found"] : []), ...(words?.errorCodes?.split(" ") ?? [])];
  const statuses = codes.map((code) => statusOf(code as HttpControlError["code"]));
  const failed = Object.entries(errorResponses).flatMap(([name, { code }]) =>
    statuses.includes(statusOf(code)) ? [[statusOf(code), componentRef("responses", name)]] : [],
  );
  const schema = createJsonSchema(input, "input", words?.input);
  const example = controlExamples[path];
  const done =
    output._zod.def.type === "void"
      ? { 204: { description: "Done" } }
      : { 200: { description: "Done", content: jsonContent(createJsonSchema(output, "output", words?.output)) } };
  return {
    operationId: path.replace("/", "."),
    summary,
    description: words?.description ?? `${summary}.`,
    tags: [tag],
    ...(isScoped && { parameters: [componentRef("parameters", "organization")] }),
    ...(input !== noInput && {
      requestBody: jsonRequestBody(schema, jsonContent(schema, example)),
    }),
    responses: { ...done, ...Object.fromEntries(failed) },
  };
}
