import openApi from "../../../openapi.json?raw";

/** The specification in OpenAPI. Its links to sections lead to the page of the specification. */
export const GET = () => new Response(openApi.replaceAll("](specification.md#", "](specification/#"));
