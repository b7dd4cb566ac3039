import { controlHeader, requestControl } from "@knowledge-base/internal";
import type { SetupContext } from "../target/target.ts";

/** An organization that was created for a run. */
export interface SuiteOrganization {
  readonly apiKey: string;
  /** Calls a control of the organization and returns the body of its response. */
  readonly call: (path: string, input?: object) => Promise<unknown>;
  readonly delete: () => Promise<unknown>;
}

/** Creates an organization in a reference server, over its controls. */
export async function createOrganization(context: SetupContext, seed: object): Promise<SuiteOrganization> {
  const created = await callControl(context, "organizations/create", { name: "Conformance suite", seed });
  const { id, apiKey } = created as { readonly id: string; readonly apiKey: string };
  return {
    apiKey,
    call: (path, input = {}) => callControl(context, path, input, id),
    delete: () => callControl(context, "organizations/delete", { organizationId: id }),
  };
}

async function callControl(
  { baseUrl, fetch }: SetupContext,
  path: string,
  input: object,
  organization?: string,
): Promise<unknown> {
  const { KNOWLEDGE_BASE_SERVER_CONTROL_TOKEN: token } = globalThis.process?.env ?? {};
  const body = JSON.stringify(input);
  const response = await requestControl({ baseUrl, fetch, token }, path, { organization }, { body });
  const text = await response.text();
  if (!response.headers.has(controlHeader))
    throw new Error(`there are no controls of a reference server below ${baseUrl}/_control`);
  if (!response.ok) throw new Error(`${path} failed with ${response.status}: ${text.slice(0, 500)}`);
  return text === "" ? undefined : JSON.parse(text);
}
