import type { ReferenceServer } from "@knowledge-base/server";

/** A request, with its response or failure. */
export interface Exchange {
  /** Number of the exchange, in the order in which they began. */
  readonly index: number;
  readonly request: Message & { readonly method: string; readonly url: string };
  /** Missing until there is a response. */
  readonly response?: Message & { readonly status: number };
  /** Why there is no response. */
  readonly failure?: string;
  /** Explanation of the server's journal. */
  readonly explanation?: string;
}

// Headers and body of a request or a response, as they are shown. The body is missing until it has been read.
interface Message {
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body?: string;
}

let count = 0;

/** Creates a `fetch` of the server that shows each exchange when it begins, and again whenever it changes. */
export function recordExchanges(server: ReferenceServer, show: (exchange: Exchange) => void): typeof fetch {
  return async (input, init) => {
    const request = new Request(input, init);
    const { method, url } = request;
    let exchange: Exchange = { index: count++, request: { method, url, headers: shownHeaders(request) } };
    const add = (more: Partial<Exchange>) => {
      exchange = { ...exchange, ...more };
      show(exchange);
    };
    add({});
    readBody(request).then(
      (body) => add({ request: { ...exchange.request, body } }),
      () => undefined, // The caller aborted the request, which is reported as its failure.
    );

    try {
      const response = await server.fetch(request);
      const received = { status: response.status, headers: shownHeaders(response) };
      add({ response: received, ...explanationOf(request, response.status) });
      readBody(response).then(
        (body) => add({ response: { ...received, body } }),
        (error: unknown) => add({ failure: `The response broke off: ${messageOf(error)}` }),
      );
      return response;
    } catch (error) {
      add({ failure: messageOf(error), ...explanationOf(request, null) });
      throw error;
    }
  };

  function explanationOf({ method, url }: Request, status: number | null): Pick<Exchange, "explanation"> {
    const { pathname } = new URL(url);
    const entry = server.journal
      .entries()
      .findLast((other) => other.method === method && other.path === pathname && other.status === status);
    return entry ? { explanation: server.journal.explain(entry) } : {};
  }
}

function shownHeaders({ headers }: Request | Response): Message["headers"] {
  return [...headers].map(([name, value]) => [name, name === "x-api-key" ? "[redacted]" : value]);
}

async function readBody(message: Request | Response): Promise<string> {
  return await message.clone().text();
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
