// The functions of a client that send the requests, whose outputs are compared.
type Calls = Readonly<Record<"get" | "patch" | "page", () => Promise<unknown>>>;

const baseUrl = "https://kb.example.com";
const apiKey = "kb_benchmark_key";
const brainId = "brain_operations";
const installationId = "installation_harbour_line";
const bindingId = "binding_bridge";
const slug = "weather-limits";

const brain = `/v1/brains/${brainId}`;
const channels = `${brain}/messaging/channels`;
const binding = `${brain}/messaging/bindings/${bindingId}`;
const archive = `${brain}/pages/${slug}/archive`;
const flags = { notifyBriefs: false };

/** The compared clients. Each function imports one, creates it with a `fetch`, and returns the functions that send the requests. */
export const clients: Readonly<Record<string, (fetch: typeof globalThis.fetch) => Promise<Calls>>> = {
  async client(fetch) {
    const { KnowledgeBase } = await import("@knowledge-base/sdk");
    const kb = new KnowledgeBase({ baseUrl, apiKey, fetch });
    return {
      get: () => kb.channels.list({ brainId, installationId }),
      patch: () => kb.bindings.update({ brainId, bindingId, ...flags }),
      page: () => kb.pages.archive({ brainId, slug }),
    };
  },

  async ky(fetch) {
    const { default: ky } = await import("ky");
    const options = { fetch, headers: { "x-api-key": apiKey } };
    return {
      get: () => ky.get(`${baseUrl}${channels}?installationId=${installationId}`, options).json(),
      patch: () => ky.patch(baseUrl + binding, { ...options, json: flags }).json(),
      page: () => ky.post(baseUrl + archive, options).json(),
    };
  },

  async fetch(fetch) {
    const headers = { "x-api-key": apiKey };
    const send = async (path: string, init?: RequestInit) => (await fetch(baseUrl + path, { headers, ...init })).json();
    const patch = {
      method: "PATCH",
      headers: { ...headers, "content-type": "application/json" },
      body: JSON.stringify(flags),
    };
    return {
      get: () => send(`${channels}?installationId=${installationId}`),
      patch: () => send(binding, patch),
      page: () => send(archive, { method: "POST" }),
    };
  },

  async openai(fetch) {
    const { default: OpenAI } = await import("openai");
    const client = new OpenAI({ baseURL: baseUrl, apiKey, fetch });
    return {
      get: () => client.get(channels, { query: { installationId } }),
      patch: () => client.patch(binding, { body: flags }),
      page: () => client.post(archive),
    };
  },

  async axios(fetch) {
    const { default: axios } = await import("axios");
    const headers = { "x-api-key": apiKey };
    const client = axios.create({
      baseURL: baseUrl,
      adapter: "fetch",
      // Without a Request, it passes the URL to `fetch`. Its types don't know that.
      env: { fetch, Request: null, Response } as never,
      headers,
    });
    return {
      get: async () => (await client.get(channels, { params: { installationId } })).data,
      patch: async () => (await client.patch(binding, flags)).data,
      page: async () => (await client.post(archive)).data,
    };
  },
};
