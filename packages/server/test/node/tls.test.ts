import { generateKeyPairSync } from "node:crypto";
import { readFile } from "node:fs/promises";
import { connect as openSocket } from "node:net";
import { KnowledgeBase } from "@knowledge-base/sdk";
import { listen } from "@knowledge-base/server/node";
import { Agent, type RequestInit, fetch as undiciFetch } from "undici";
import { expect, it } from "vitest";
import { openServerListener } from "../helpers/open-listener.ts";
import { openServer } from "../helpers/open-server.ts";
import { runServer, startServer } from "../helpers/server-run.ts";

const pathOf = (name: string) => `${import.meta.dirname}/certificate/${name}.pem`;
const { privateKey } = generateKeyPairSync("ed25519");
const otherKey = privateKey.export({ type: "pkcs8", format: "pem" });
const tls = { key: await readFile(pathOf("key")), cert: await readFile(pathOf("cert")) };
// Node sometimes fails to encrypt a key after another operation with keys has failed, so a file has one.
const encryptedKey = await readFile(pathOf("encrypted-key"), "utf8");

// Trusts the certificate of the tests, as NODE_EXTRA_CA_CERTS does for a whole process.
function trustingFetch(url: unknown, init?: unknown): Promise<Response> {
  const dispatcher = new Agent({ connect: { ca: tls.cert } });
  const response: unknown = undiciFetch(String(url), { ...(init as RequestInit), dispatcher });
  return response as Promise<Response>;
}

async function openSecure() {
  const server = openServer();
  const listener = await openServerListener({ tls }, server);
  const kb = new KnowledgeBase({ baseUrl: listener.url, apiKey: "key_north", fetch: trustingFetch, retries: 0 });
  return { server, listener, kb };
}

it("a listener with a certificate serves HTTPS, also in the URLs of the OAuth flow", async () => {
  const { listener, kb } = await openSecure();
  expect(listener.url).toMatch(/^https:\/\/127\.0\.0\.1:\d+$/);
  expect((await kb.promptIndex.get({ brainId: "brain_tides" })).length).toBeGreaterThan(0);
  const { authorizationUrl } = await kb.oauth.start({ brainId: "brain_tides" });
  expect(authorizationUrl.startsWith(`${listener.url}/`)).toBe(true);
});

it("a listener with a certificate resets the connection of a request with a planned fault", async () => {
  const { server, kb } = await openSecure();
  server.faults.add({ kind: "connection_reset" });
  const { error } = await kb.promptIndex.get({ brainId: "brain_tides" }).safe();
  expect(error).toMatchObject({ code: "connection", cause: { cause: { code: "ECONNRESET" } } });
});

it("a listener with a certificate closes idle connections, hanging requests and unfinished handshakes", {
  timeout: 5000,
}, async () => {
  const { server, listener, kb } = await openSecure();
  await kb.promptIndex.get({ brainId: "brain_tides" });
  server.faults.add({ kind: "hang" });
  const hanging = kb.promptIndex.get({ brainId: "brain_tides" }).safe();
  await server.journal.waitFor({ reason: "fault" });
  const socket = openSocket(listener.port, "127.0.0.1").on("error", () => {});
  await new Promise((resolve) => socket.once("connect", resolve));
  await listener.close({ timeout: 60_000 });
  expect((await hanging).error?.code).toBe("connection");
});

const unusable =
  /^Failed to listen: the key or the cert of tls cannot be used \(.+\)\. Use a private key without a passphrase, /;
it.each<{ what: string; given: unknown; message: RegExp }>([
  { what: "no object", given: true, message: /^Failed to listen: tls must be an object with a key and a cert/ },
  { what: "no cert", given: { key: tls.key }, message: /^Failed to listen: tls must be an object/ },
  { what: "an empty key", given: { ...tls, key: "" }, message: /^Failed to listen: tls must be an object/ },
  { what: "a key that is none", given: { ...tls, key: "secret words" }, message: unusable },
  { what: "a cert of another key", given: { ...tls, cert: tls.key }, message: unusable },
  { what: "a key with a passphrase", given: { ...tls, key: encryptedKey }, message: unusable },
  { what: "a key of another type", given: { ...tls, key: otherKey }, message: /\(the cert has another key\)\. Use / },
])("a listener with a certificate rejects $what, without showing the key", async ({ given, message }) => {
  const error: unknown = await listen(openServer(), { tls: given as typeof tls }).catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(TypeError);
  expect(String((error as Error).message)).toMatch(message);
  expect(String((error as Error).stack)).not.toContain("secret words");
});

it("--tls-key and --tls-cert serve HTTPS", async () => {
  const { url } = await startServer([`--tls-key=${pathOf("key")}`, `--tls-cert=${pathOf("cert")}`]);
  expect(url).toMatch(/^https:/);
  expect((await trustingFetch(`${url}/_health`)).status).toBe(200);
});

const key = pathOf("key");
const unusableFiles = /Failed to load \S+key\.pem and \S+key\.pem: .+\. Use a private key without a passphrase, /;
it.each<{ what: string; flags: string[]; code: number; message: RegExp }>([
  { what: "a key alone", flags: [], code: 2, message: /--tls-key and --tls-cert are only used together/ },
  { what: "a missing cert", flags: ["--tls-cert=missing.pem"], code: 3, message: /Failed to load missing\.pem: / },
  { what: "a key as the cert", flags: [`--tls-cert=${key}`], code: 3, message: unusableFiles },
])("--tls-key and --tls-cert end with exit code $code for $what", async ({ flags, code, message }) => {
  const { stderr, ...ended } = await runServer([`--tls-key=${key}`, ...flags]);
  expect(ended).toEqual({ code, stdout: "" });
  expect(stderr).toMatch(message);
});
