import { ControlError, type Fetch } from "@knowledge-base/server";
import { type ConnectedServer, connect, withControl } from "@knowledge-base/server/control";
import { listen } from "@knowledge-base/server/node";
import { expect, it, vi } from "vitest";
import { openServerListener } from "../helpers/open-listener.ts";
import { openServer } from "../helpers/open-server.ts";
import { captureResult } from "../helpers/results.ts";

it("connect returns the methods of a server in another process, which return promises", async () => {
  const server = openServer();
  await using listener = await listen({ ...server, fetch: withControl(server) });
  const { control } = await connect(listener.url);
  const { id } = await control.brains.create({ name: "Fjord" });
  expect(server.control.brains.get({ brainId: id }).name).toBe("Fjord");
});

const headers = { "x-knowledge-base-control": "1" };
const start =
  "Start one with knowledge-base-server, or call listen({ ...server, fetch: withControl(server) }), and connect to its URL.";
const local = "http://127.0.0.1:4000";

// All fields of the error that reports a missing control.
function unreachable(url: string, cause: string) {
  const message = `Failed to reach the controls of a reference server at ${url}: ${cause}. ${start}`;
  const none = { problems: [] };
  return { thrown: { class: ControlError, name: "ControlError", code: "unreachable", ...none, message } };
}

// Connects, and replaces the responses to all later requests.
async function connectThen(respond: () => Response): Promise<ConnectedServer> {
  const server = openServer();
  const fetch = vi.fn(withControl(server));
  const connected = await connect(server.baseUrl, { fetch });
  fetch.mockImplementation(async () => respond());
  return connected;
}

it.each([
  { end: "", path: "" },
  { end: "/", path: "" },
  { end: "///", path: "" },
  { end: "/x/..", path: "" },
  { end: "/deep/down//", path: "/deep/down" },
  { end: "/d%20p/", path: "/d%20p" },
])("connect accepts a URL that ends with '$end'", async ({ end, path }) => {
  const server = openServer({ baseUrl: `https://knowledge-base.test${path}` });
  for (const url of [`HTTPS://Knowledge-Base.test:443${end}`, new URL(`https://knowledge-base.test${end}`)])
    expect(await connect(url, { fetch: withControl(server) })).toHaveProperty("baseUrl", server.baseUrl);
});

it.each([
  "",
  "/deep",
  "127.0.0.1:4000",
  "ws://127.0.0.1:4000",
  "http://moon@127.0.0.1:4000",
  "http://127.0.0.1:4000/?moon=1",
  "http://127.0.0.1:4000#full",
])("connect rejects the URL '%s'", async (url) => {
  const rule =
    "must begin with https:// or http://, such as http://127.0.0.1:4000, and have no user name, password, query or fragment";
  const message = `Failed to connect: the URL ${rule}. Send them with your own fetch function.`;
  await expect(connect(url)).rejects.toThrow(new TypeError(message));
});

it("a connection reaches an organization with any id", async () => {
  const server = openServer();
  const { organization } = await connect((await openServerListener({}, server)).url);
  for (const id of ["org moon & co", "a/b?c=d#e%20+", "Ö 🌙", "'\"<>"]) {
    server.control.organizations.create({ id, name: "Moon" });
    expect(await organization(id).snapshot()).toStrictEqual(server.organization(id).snapshot());
  }
});

it("a connection reads the global fetch at each call, and has methods that need no this", async () => {
  const server = openServer();
  vi.spyOn(globalThis, "fetch").mockImplementation(withControl(server));
  const { create } = (await connect(server.baseUrl)).control.brains;
  const fetch = vi.spyOn(globalThis, "fetch").mockReset().mockImplementation(withControl(server));
  expect(await create()).toHaveProperty("organizationId", "org_north");
  const init = expect.objectContaining({ method: "POST", body: "{}", redirect: "manual" });
  expect(fetch).toHaveBeenCalledExactlyOnceWith(`${server.baseUrl}/_control/brains/create`, init);
});

it("a connection waits as long as each call may take, and no longer", async () => {
  const server = openServer();
  server.control.brains.sendDailyBrief({ brainId: "brain_tides" });
  const timers = vi.spyOn(AbortSignal, "timeout");
  const { control, deliveries, organization } = await connect(server.baseUrl, { fetch: withControl(server) });
  await deliveries.waitFor();
  await deliveries.waitFor({ timeout: 120_000 });
  await organization("org_north").deliveries.waitFor({ timeout: 0 });
  await control.brains.create();
  expect(timers.mock.calls.flat()).toEqual([30_000, 30_000, 150_000, 30_000, 30_000]);
});

const fail = (error: unknown): never => {
  throw error;
};
const broken = () => new ReadableStream({ pull: (controller) => controller.error(new TypeError("terminated")) });
const noControls = (status: number) => `the server there has no controls (${status})`;
const unreadable = (status: number) => `its response with status ${status} cannot be read`;
const error = { code: "conflict", message: "no", problems: [] };

// A response of a reference server, with one of its errors if there are fields.
const ofServer = (text: BodyInit | null, status = 200) => new Response(text, { status, headers });
const withError = (fields: object) => ofServer(JSON.stringify({ error: { ...error, ...fields } }), 409);
const notFound = new TypeError("fetch failed", { cause: { code: "ENOTFOUND" } });
const tooLarge = "the server rejects large bodies and has no controls (413)";

// Responses of what is no reference server, or is none any more.
// biome-ignore format: one row a line
const responses: readonly { what: string; respond: () => Response; cause: string }[] = [
  { what: "a TypeError with a code", respond: () => fail(notFound), cause: "ENOTFOUND" },
  { what: "a rejection with a text", respond: () => fail("no"), cause: "no" },
  { what: "HTML", respond: () => new Response("<h1>Hello</h1>", { headers: { "content-type": "text/html" } }), cause: noControls(200) },
  { what: "no body", respond: () => new Response(null, { status: 204 }), cause: noControls(204) },
  { what: "the fields of a server", respond: () => Response.json({ apiKey: "key" }), cause: noControls(200) },
  { what: "an error", respond: () => Response.json({ error }, { status: 502 }), cause: noControls(502) },
  { what: "a redirect", respond: () => Response.redirect(`${local}/_control/server/describe`, 307), cause: noControls(307) },
  { what: "a rejected body", respond: () => new Response(null, { status: 413 }), cause: tooLarge },
  { what: "HTML with the header", respond: () => ofServer("<h1>Hello</h1>"), cause: unreadable(200) },
  { what: "half of it", respond: () => ofServer('{"id":"brain'), cause: unreadable(200) },
  { what: "an interrupted one", respond: () => ofServer(broken()), cause: "terminated" },
  { what: "no error with its status", respond: () => ofServer("{}", 409), cause: unreadable(409) },
  { what: "a text as an error", respond: () => ofServer('{"error":"conflict"}', 409), cause: unreadable(409) },
  { what: "no problems", respond: () => withError({ problems: undefined }), cause: unreadable(409) },
  { what: "no message", respond: () => withError({ message: undefined }), cause: unreadable(409) },
  { what: "no code", respond: () => withError({ code: undefined }), cause: unreadable(409) },
];

it("a missing server is unreachable when connecting, and at each call afterwards", async () => {
  const { url, close } = await openServerListener();
  const connected = await connect(url);
  await close();
  for (const call of [() => connect(url), () => connected.clock.now(), () => connected.snapshot()])
    expect(await captureResult(call)).toStrictEqual(unreachable(url, "ECONNREFUSED"));
});

it.each(responses)("a missing server is unreachable if the response is $what", async ({ respond, cause }) => {
  const connected = await connectThen(respond);
  const result = await captureResult(() => connected.control.brains.create());
  expect(result).toStrictEqual(unreachable("https://knowledge-base.test", cause));
});

it("a missing server isn't waited for until its body ends", async () => {
  const cancel = vi.fn();
  const fetch = async () => new Response(new ReadableStream({ cancel }), { status: 404 });
  expect(await captureResult(() => connect(local, { fetch }))).toStrictEqual(unreachable(local, noControls(404)));
  expect(cancel).toHaveBeenCalledOnce();
});

it("a missing server is unreachable after a timeout, also in the middle of a response", async () => {
  const originalTimeout = AbortSignal.timeout.bind(AbortSignal);
  const hang: Fetch = (_, init) => new Promise((_resolve, reject) => init?.signal?.addEventListener("abort", reject));
  const stall: Fetch = async (_, init) => {
    const start = (controller: ReadableStreamDefaultController) =>
      init?.signal?.addEventListener("abort", () => controller.error(new Error("aborted")));
    return new Response(new ReadableStream({ start }), { headers });
  };
  vi.spyOn(AbortSignal, "timeout").mockImplementation(() => AbortSignal.any([originalTimeout(20)]));
  const result = unreachable(local, "no response came within 30000 ms");
  for (const fetch of [hang, stall]) expect(await captureResult(() => connect(local, { fetch }))).toStrictEqual(result);
});

it.each<{ code: string; thrown: object }>([
  { code: "forbidden", thrown: { code: "unreachable" } },
  { code: "no_such_control", thrown: { code: "unreachable" } },
  { code: "unexpected", thrown: { class: Error } },
  { code: "eclipse", thrown: { class: ControlError, code: "eclipse", problems: [{ path: "moon", message: "is" }] } },
])("an error with the code $code has the message of the response", async ({ code, thrown }) => {
  const error = { code, message: "The moon is in the way.", problems: [{ path: "moon", message: "is" }] };
  const connected = await connectThen(() => Response.json({ error }, { status: 418, headers }));
  const result = await captureResult(() => connected.clock.now());
  expect(result).toMatchObject({ thrown: { message: error.message, ...thrown } });
});
