import { controlHeader, requestControl } from "@knowledge-base/internal";
import type { SetupContext } from "../target/target.ts";

/** An organization that was created for a run. */
export interface SuiteOrganization {
  readonly apiKey: string;
  /** Calls a control of the organization and returns the body of its response. */
  readonly call: (path: string, input?: object) => Promise<unknown>;
  /** Restores the records with which the organization was created. */
  readonly reset: () => Promise<unknown>;
  readonly delete: () => Promise<unknown>;
}

/** Calls the controls of a reference server. */
export class ControlClient {
  readonly #context: SetupContext;

  constructor(context: SetupContext) {
    this.#context = context;
  }

  async createOrganization(seed: object): Promise<SuiteOrganization> {
    const created = await this.#call("organizations/create", { name: "Conformance suite", seed });
    const { id, apiKey } = created as { readonly id: string; readonly apiKey: string };
    const call: SuiteOrganization["call"] = (path, input = {}) => this.#call(path, input, id);
    return {
      apiKey,
      call,
      reset: () => call("server/reset"),
      delete: () => this.#call("organizations/delete", { organizationId: id }),
    };
  }

  async #call(path: string, input: object, organization?: string): Promise<unknown> {
    const { baseUrl, fetch } = this.#context;
    const { KNOWLEDGE_BASE_SERVER_CONTROL_TOKEN: token } = globalThis.process?.env ?? {};
    const body = JSON.stringify(input);
    const response = await requestControl({ baseUrl, fetch, token }, path, { organization }, { body });
    if (!response.headers.has(controlHeader)) {
      await response.body?.cancel();
      throw new Error(`there are no controls of a reference server below ${baseUrl}/_control`);
    }
    const text = await response.text();
    if (response.ok) return text === "" ? undefined : JSON.parse(text);
    throw new Error(`${path} failed with ${response.status}: ${text.slice(0, 500)}`);
  }
}
