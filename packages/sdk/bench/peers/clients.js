// Creates each of the compared clients with an injected `fetch`, and a function for each request.
import { KnowledgeBase } from "@knowledge-base/sdk";
import ky from "ky";
import { Octokit } from "octokit";
import OpenAI from "openai";
import Stripe from "stripe";

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

/** Each client by its name: takes a `fetch`, and returns the functions that send the requests. */
export const clients = {
  fetch(fetch) {
    const headers = { "x-api-key": apiKey };
    const send = async (path, init) => (await fetch(baseUrl + path, { headers, ...init })).json();
    return {
      get: () => send(`${channels}?installationId=${installationId}`),
      list: () => send(`${brain}/index?limit=50`),
      patch: () =>
        send(binding, {
          method: "PATCH",
          headers: { ...headers, "content-type": "application/json" },
          body: JSON.stringify(flags),
        }),
      page: () => send(archive, { method: "POST" }),
    };
  },

  ky(fetch) {
    const options = { fetch, headers: { "x-api-key": apiKey } };
    return {
      get: () => ky.get(`${baseUrl}${channels}?installationId=${installationId}`, options).json(),
      list: () => ky.get(`${baseUrl}${brain}/index?limit=50`, options).json(),
      patch: () => ky.patch(baseUrl + binding, { ...options, json: flags }).json(),
      page: () => ky.post(baseUrl + archive, options).json(),
    };
  },

  openai(fetch) {
    const client = new OpenAI({ baseURL: baseUrl, apiKey, fetch });
    return {
      get: () => client.get(channels, { query: { installationId } }),
      list: () => client.get(`${brain}/index`, { query: { limit: 50 } }),
      patch: () => client.patch(binding, { body: flags }),
      page: () => client.post(archive),
    };
  },

  // It has no PATCH, so its request with a body is a POST.
  stripe(fetch) {
    const client = new Stripe(apiKey, {
      host: "kb.example.com",
      httpClient: Stripe.createFetchHttpClient(fetch),
      telemetry: false,
    });
    return {
      get: () => client.rawRequest("GET", `${channels}?installationId=${installationId}`, null),
      list: () => client.rawRequest("GET", `${brain}/index?limit=50`, null),
      patch: () => client.rawRequest("POST", binding, flags),
      page: () => client.rawRequest("POST", archive),
    };
  },

  octokit(fetch) {
    const client = new Octokit({ auth: apiKey, baseUrl, request: { fetch }, throttle: { enabled: false } });
    const data = async (response) => (await response).data;
    return {
      get: () => data(client.request(`GET ${channels}`, { installationId })),
      list: () => data(client.request(`GET ${brain}/index`, { limit: 50 })),
      patch: () => data(client.request(`PATCH ${binding}`, flags)),
      page: () => data(client.request(`POST ${archive}`)),
    };
  },

  client: (fetch) => createCalls(new KnowledgeBase({ baseUrl, apiKey, fetch })),

  unvalidated: (fetch) => createCalls(new KnowledgeBase({ baseUrl, apiKey, fetch, validate: "off" })),

  /** ky as this client uses it: it only sends, without retries, timeouts, headers and a body of its own. */
  transport(fetch) {
    const send = async (path, init) => {
      const options = { fetch: () => fetch(baseUrl + path, init), retry: 0, timeout: false, throwHttpErrors: false };
      return JSON.parse(await (await ky(baseUrl + path, options)).text());
    };
    const headers = { "x-api-key": apiKey };
    return {
      get: () => send(`${channels}?installationId=${installationId}`, { headers }),
      list: () => send(`${brain}/index?limit=50`, { headers }),
      patch: () => send(binding, { method: "PATCH", headers, body: JSON.stringify(flags) }),
      page: () => send(archive, { method: "POST", headers }),
    };
  },
};

function createCalls(kb) {
  return {
    get: () => kb.channels.list({ brainId, installationId }),
    list: () => kb.promptIndex.get({ brainId, limit: 50 }),
    patch: () => kb.bindings.update({ brainId, bindingId, ...flags }),
    page: () => kb.pages.archive({ brainId, slug }),
  };
}
