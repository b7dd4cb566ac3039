import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { type ClientOptions, isKnowledgeBaseError, KnowledgeBase } from "@knowledge-base/sdk";
import { readOAuthCallback } from "@knowledge-base/sdk/oauth";
import { createReferenceServer } from "@knowledge-base/server";
import { demoSeed } from "@knowledge-base/server/demo";
import { expect, it } from "vitest";
import texts from "../../scripts/generate/error-texts.json" with { type: "json" };
import { runProgram } from "../../scripts/run-program.ts";
import { patternOf } from "./helpers/fill-in.ts";

const brainId = "brain_operations";
const input = { brainId };
const flow = { state: "state_1", expiresAt: "2026-07-01T12:00:00Z" };

// Messages that no program here prints: one needs two versions of zod, the other has a test at `createTest`.
const others = [
  "The types of '_zod.version.minor' are incompatible between these types",
  "Failed to use every planned fault",
];

const runNode = (folder: string, ...args: readonly string[]) =>
  runProgram(process.execPath, ["--conditions=@knowledge-base/source", ...args], folder);

const runServer = (...args: readonly string[]) => runNode(".", "packages/server/src/cli.ts", ...args);

// Creates a client of a new server, with the faults that its next requests have.
function open(options: ClientOptions = {}, ...faults: Parameters<ReturnType<typeof newServer>["faults"]["add"]>[0][]) {
  const server = newServer();
  for (const fault of faults) server.faults.add(fault);
  return new KnowledgeBase({ ...server.connection, retries: 0, ...options });
}

const newServer = () => createReferenceServer({ seed: demoSeed() });

const get = (...args: Parameters<typeof open>) => open(...args).promptIndex.get(input);

const getFrom = (response: Response | undefined) => get({ fetch: (async () => response) as typeof fetch });

async function withPort<Result>(use: (port: number) => Promise<Result>): Promise<Result> {
  const listener = createServer((_, response) => response.end()).listen(0, "127.0.0.1");
  await once(listener, "listening");
  return await use((listener.address() as AddressInfo).port).finally(() => void listener.close());
}

const readBefore = Response.json([]);
await readBefore.text();

const importClient = 'import { KnowledgeBase } from "@knowledge-base/sdk";';
// What a web page has, without what Node has.
const page = `globalThis.document = {};
globalThis.process = undefined;
const { KnowledgeBase } = await import("@knowledge-base/sdk");
new KnowledgeBase({ baseUrl: "https://kb.example.com", apiKey: "YOUR_API_KEY" });`;

// Programs that return or throw the messages of the document, by message.
// biome-ignore format: one row a line
const programs: Readonly<Record<string, () => unknown>> = {
  "Cannot use import statement outside a module": () => runNode(".", "--input-type=commonjs", "--eval", importClient),
  "Cannot find package '@knowledge-base/sdk'": () => runNode(tmpdir(), "--input-type=module", "--eval", importClient),
  "Failed to listen on … port …: the port is in use": () => withPort((port) => runServer("--port", String(port))),
  "Unknown option '--…'": () => runServer("--sed", "demo"),
  "there is no base URL": () => new KnowledgeBase().promptIndex.get(input),
  "there is no API key": () => new KnowledgeBase({ baseUrl: "https://kb.example.com" }).promptIndex.get(input),
  "apiKey ends in a line break: trim it": () => open({ apiKey: "YOUR_API_KEY\n" }),
  "baseUrl is not an HTTP URL": () => open({ baseUrl: "kb.example.com" }),
  "baseUrl must have only an origin and a path": () => open({ baseUrl: "https://kb.example.com/?tenant=1" }),
  "baseUrl is plain http:, which sends the key unencrypted": () => open({ baseUrl: "http://kb.example.com" }),
  "… is not an option": () => open({ baseURL: "https://kb.example.com" } as ClientOptions),
  "headers must not have x-api-key": () => open({ headers: { "x-api-key": "YOUR_API_KEY" } }),
  "in a browser, everyone can read the key": () => runNode(".", "--input-type=module", "--eval", page),
  "… is missing; … is not a known field": () => open().promptIndex.get({ brainID: brainId } as never),
  "the function apiKey failed: …": () => get({ apiKey: () => Promise.reject(new Error("no vault")) }),
  "a middleware failed: …": () => get({ use: [() => Promise.reject(new Error("no cache"))] }),
  "fetch must return a Response": () => getFrom(undefined),
  "fetch does not send this request: …": () => get({ fetch: () => Promise.reject(new TypeError("agent.connect is not a function")) }),
  "the response was read before": () => getFrom(readBefore),
  "400 …": () => open().promptIndex.get({ brainId, limit: 100_000 }),
  "401 Invalid x-api-key": () => get({ apiKey: "WRONG_KEY" }),
  "404 … not found": () => open().promptIndex.get({ brainId: "no-such-brain" }),
  "404 Cannot POST /v1/v1/…": () => open({ baseUrl: "https://knowledge-base.test/v1" }).pages.archive({ brainId, slug: "kestrel" }),
  "404 with an HTML page (rawBody has the body)": () => getFrom(new Response("<h1>", { status: 404 })),
  "429 Too Many Requests": () => get({}, { kind: "status", status: 429 }),
  "503 Service Unavailable": () => get({}, { kind: "status", status: 503 }),
  "… could not be reached: check baseUrl and proxies": () => get({ baseUrl: "http://127.0.0.1:65534", fetch: undefined }),
  "The connection to … failed": () => get({}, { kind: "connection_reset" }),
  "The connection to … failed: check https: in baseUrl, and the certificate": () => withPort((port) => get({ baseUrl: `https://127.0.0.1:${port}`, fetch: undefined })),
  "the timeout of … ms has passed": () => get({ timeout: 50 }, { kind: "hang" }),
  "the deadline of … ms has passed": () => get({ deadline: 50 }, { kind: "hang" }),
  "This is a limit of the fetch function": () => get({ fetch: () => Promise.reject(new TypeError("fetch failed", { cause: { code: "UND_ERR_HEADERS_TIMEOUT" } })) }),
  "the service redirects to …, which the client does not follow": () => getFrom(Response.redirect("https://new.example.com/", 301)),
  "the response with status … is HTML, not JSON": () => getFrom(new Response("<html>")),
  "the response with status … has no body": () => getFrom(new Response("")),
  "the response with status … differs from the contract": () => getFrom(Response.json([{ slug: "kestrel" }])),
  "the body of the response exceeds … bytes": () => get({ maxResponseBytes: 10 }),
  "its state is not that of the started flow": () => readOAuthCallback("/?code=code_1&state=forged", flow),
  "the platform denied access": () => readOAuthCallback("/?error=access_denied&state=state_1", flow),
  "its state expired at …": () => readOAuthCallback("/?code=code_1&state=state_1", flow, Date.parse("2026-07-02")),
  "it has no code": () => readOAuthCallback("/?state=state_1", flow),
  "there is no expected state": () => readOAuthCallback("/?code=code_1&state=state_1", { state: "" }),
  "Failed to plan a fault: …": () => newServer().faults.add({ kind: "html" } as never),
};

// The messages of the document, with the codes of the errors that have them.
const listed: readonly { readonly message: string; readonly code?: string }[] = Object.values(texts.messages).flat();

it("has a program for each message", () => {
  const messages = listed.map(({ message }) => message);
  expect([...Object.keys(programs), ...others].toSorted()).toEqual(messages.toSorted());
});

it.each(Object.entries(programs))("prints or throws: %s", async (message, run) => {
  const output = await (async () => run())().catch((error: unknown) => error);
  const text = output instanceof Error ? output.message : output;
  expect(text).toMatch(new RegExp(patternOf(message)));
  if (!isKnowledgeBaseError(output)) return;
  expect(listed.find((one) => one.message === message)?.code).toBe(output.code);
});
