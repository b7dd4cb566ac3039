import { componentRef, type JsonSchema, jsonContent, type Schema, showValue } from "@knowledge-base/types/internal";
import { choices } from "../choices.ts";
import { noInput } from "../control/command.ts";
import { apiKeyLoadings } from "../store/load-organization.ts";
import { controlDescriptions } from "./control-descriptions.ts";
import { controlExamples } from "./control-examples.ts";
import { controlHeader, type HttpControlError, httpControlErrorCodes, statusOf } from "./control-response.ts";
import { type ControlRoute, controlRoutes } from "./control-routes.ts";
import { createComponentSchemas, createJsonSchema } from "./control-schemas.ts";
import { events } from "./event-document.ts";

type Json = Readonly<Record<string, unknown>>;

/** An OpenAPI 3.1 document of controls. */
export interface ControlDocument {
  readonly openapi: "3.1.0";
  readonly info: Json;
  readonly servers: readonly { readonly url: string }[];
  readonly security: readonly Json[];
  readonly tags: readonly { readonly name: string; readonly description: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, Json>>>>;
  readonly components: Json;
}

/**
 * Creates the OpenAPI 3.1 document of the controls, which `GET /_control/openapi.json` returns. Its examples are calls of a
 * server with the demo seed.
 *
 * @param baseUrl - base URL of the server; by default, paths are relative to the server that returns the document
 * @throws TypeError if the base URL is no text
 */
export function createControlDocument(baseUrl = "/"): ControlDocument {
  if (typeof baseUrl !== "string") {
    throw new TypeError(`Failed to create the document: baseUrl must be a string (got ${showValue(baseUrl)}).`);
  }
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
        "Controls of the reference server, for tests. Every control is a POST whose body is a JSON object; no body is the " +
        "same as an empty object. A control that fails changes nothing, except with the code `unexpected`, whose message " +
        "then says that the change was made. Requests from pages in a browser are rejected, except those of the " +
        "inspector. " +
        "A server that was started with a token for its controls requires it in each request, in the header `Authorization`. " +
        `Every response has the header \`${controlHeader}\`.`,
      license: { name: "MIT", identifier: "MIT" },
    },
    servers: [{ url: baseUrl }],
    // Without a token the server needs none.
    security: [{}, { controlToken: [] }],
    tags: Object.entries({ ...controlDescriptions.groups, server: "The server as a whole." }).map(
      ([name, description]) => ({ name, description }),
    ),
    paths: { ...Object.fromEntries(operations), "/_control/events": { get: events }, "/_health": { get: health } },
    components: {
      securitySchemes: {
        controlToken: {
          type: "http",
          scheme: "bearer",
          description: "The token with which the server was started, if it has one.",
        },
      },
      parameters: { organization: organizationParameter, apiKeys: apiKeysParameter },
      responses: Object.fromEntries(
        Object.entries(errorResponses).map(([name, { description }]) => [
          name,
          { description, content: jsonContent(componentRef("schemas", "ErrorBody")) },
        ]),
      ),
      schemas: { ...createComponentSchemas(), ErrorBody: errorBodySchema },
    },
  };
}

const organizationParameter = {
  name: "organization",
  in: "query",
  description: "Id of the organization that the control is confined to. By default it affects the whole server.",
  schema: { type: "string" },
};

const apiKeysParameter = {
  name: "apiKeys",
  in: "query",
  description:
    "How to load the API keys of a state into an organization: `keep` adds them to the organization, " +
    "`renew` replaces each by a new key, `omit` does not use them. The default is `keep`.",
  schema: { type: "string", enum: apiKeyLoadings },
};

const health: Json = {
  operationId: "health",
  summary: "Check whether the server is running",
  description:
    "Succeeds if the server is running. It changes nothing, needs no key and is not recorded in the journal.",
  tags: ["server"],
  security: [],
  responses: {
    200: {
      description: "The server is running",
      content: jsonContent({ type: "object", required: ["status"], properties: { status: { const: "ok" } } }),
    },
  },
};

const errorBodySchema: JsonSchema = {
  type: "object",
  description: "The body of a response with an error.",
  required: ["error"],
  properties: {
    error: {
      type: "object",
      description: "The error.",
      required: ["code", "message", "problems"],
      properties: {
        code: { type: "string", enum: httpControlErrorCodes, description: "Reason of the failure, for programs." },
        message: { type: "string", description: "Reason of the failure, as a message." },
        problems: {
          type: "array",
          description:
            `Problems of the input or the state, at most the first ${choices.listedProblems}, each with its path; ` +
            "empty for every other code.",
          items: {
            type: "object",
            required: ["path", "message"],
            properties: {
              path: { type: "string", description: "Path of a value, such as `pages[3].brainId`." },
              message: { type: "string", description: "The problem with the value." },
            },
          },
        },
        problemCount: { type: "integer", description: "Number of all problems, if some are omitted." },
      },
    },
  },
};

/** Responses of failed controls. Each has the status of its code. */
const errorResponses: Readonly<
  Record<string, { readonly code: HttpControlError["code"]; readonly description: string }>
> = {
  Invalid: { code: "invalid_input", description: "The request, its input or an OAuth state is invalid" },
  Unauthorized: { code: "unauthorized", description: "The token of the controls is missing or wrong" },
  Forbidden: {
    code: "forbidden",
    description: "The request came from a page in a browser, or an OAuth state belongs to another organization",
  },
  NotFound: { code: "not_found", description: "A record that the input names does not exist" },
  TimedOut: { code: "timeout", description: "Nothing matched in time" },
  Conflict: { code: "conflict", description: "The current state does not allow the change" },
  TooLarge: { code: "too_large", description: "The body is larger than the limit" },
  Unexpected: { code: "unexpected", description: "The server, or a function passed to it, failed" },
};

/** Codes of errors that every control can return. */
const commonErrorCodes: readonly HttpControlError["code"][] = [
  "invalid_input",
  "unauthorized",
  "forbidden",
  "unexpected",
];

function createOperation(path: string, route: ControlRoute): Json {
  const { summary, input, output, organizationOutput, isScoped } = route;
  const [tag] = path.split("/");
  const described = controlDescriptions.operations[path];
  const schema = createJsonSchema(input, "input", described?.input);
  const parameters = organizationOutput ? ["organization", "apiKeys"] : ["organization"];
  const success =
    output._zod.def.type === "void" ? { 204: { description: "Done" } } : createSuccess(output, described?.output);
  return {
    operationId: path.replace("/", "."),
    summary,
    description: described?.description ?? `${summary}.`,
    tags: [tag],
    ...(isScoped && { parameters: parameters.map((name) => componentRef("parameters", name)) }),
    ...(input !== noInput && {
      requestBody: {
        required: schema.required !== undefined,
        content: jsonContent(schema, controlExamples[path]),
      },
    }),
    responses: {
      ...(organizationOutput && createSuccess(organizationOutput, "LoadedState")),
      ...success,
      ...createErrorResponses(route, described?.errorCodes),
    },
  };
}

function createSuccess(output: Schema, typeName: string | undefined): Json {
  return { 200: { description: "Done", content: jsonContent(createJsonSchema(output, "output", typeName)) } };
}

function createErrorResponses({ isScoped }: ControlRoute, errorCodes = ""): Json {
  const codes = [...commonErrorCodes, ...(isScoped ? ["not_found"] : []), ...errorCodes.split(" ")];
  const statuses = codes.map((code) => statusOf(code as HttpControlError["code"]));
  return Object.fromEntries(
    Object.entries(errorResponses).flatMap(([name, { code }]) =>
      statuses.includes(statusOf(code)) ? [[statusOf(code), componentRef("responses", name)]] : [],
    ),
  );
}
