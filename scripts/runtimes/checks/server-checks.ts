import { runConformance } from "@knowledge-base/conformance";
import { setup } from "@knowledge-base/conformance/reference-server";
import { createReferenceServer } from "@knowledge-base/server";
import { connect, withControl } from "@knowledge-base/server/control";
import { apiKey, brain, organization, page } from "@knowledge-base/server/factories";
import { contract } from "@knowledge-base/types";
import { createOpenApiDocument } from "@knowledge-base/types/openapi";
import { expectEqual, expectTrue, type RuntimeCheck } from "./check.ts";
import { bindingId, brainId, createClient } from "./create-client.ts";

const subject = "server";

/** Checks of the server in the same process. */
export const serverChecks: readonly RuntimeCheck[] = [
  {
    subject,
    name: "fetch, with a URL and with a Request",
    run: async () => {
      const { server } = createClient();
      const { baseUrl, fetch } = server;
      const headers = { "x-api-key": server.apiKey };
      const url = `${baseUrl}/v1/brains/${brainId}/messaging/bindings/${bindingId}`;
      const request = new Request(url, {
        method: "PATCH",
        headers: { ...headers, "content-type": "application/json" },
        body: JSON.stringify({ notifyBriefs: false }),
      });
      const updated: { readonly notifyBriefs: boolean } = await (await fetch(request)).json();
      expectEqual(updated.notifyBriefs, false);
      expectEqual((await fetch(new URL(`${baseUrl}/v1/brains/${brainId}/index`), { headers })).status, 200);
      expectEqual((await fetch(`${baseUrl}/v1/brains/${brainId}/index`)).status, 401);
    },
  },
  {
    subject,
    name: "a seed of the factories",
    run: async () => {
      const server = createReferenceServer({
        seed: {
          version: 1,
          organizations: [organization()],
          apiKeys: [apiKey()],
          brains: [brain()],
          pages: [page({ title: "Tide table" })],
        },
      });
      const { pages } = server.snapshot();
      expectEqual(
        pages.map(({ slug }) => slug),
        ["tide-table"],
      );
      expectEqual(server.control.apiKeys.get({ apiKey: server.apiKey }).role, "admin");
    },
  },
  {
    subject,
    name: "snapshot and restore",
    run: async () => {
      const { kb, server } = createClient();
      const before = server.snapshot();
      await kb.pages.archive({ brainId, slug: "kestrel" });
      expectEqual(server.control.pages.get({ brainId, slug: "kestrel" }).archived, true);
      server.restore(JSON.parse(JSON.stringify(before)));
      expectEqual(server.snapshot(), before);
    },
  },
  {
    subject,
    name: "faults and the journal",
    run: async () => {
      const { kb, server } = createClient({ retries: 1 });
      server.faults.add({ kind: "sequence", steps: [{ kind: "truncated_json" }, { kind: "connection_reset" }] });
      const first = await kb.promptIndex.get({ brainId }).safe();
      expectEqual(first.error?.code, "response");
      expectEqual((await kb.promptIndex.get({ brainId, limit: 1 })).length, 1);
      expectEqual(
        server.journal.entries().map(({ status, fault }) => [status, fault]),
        [
          [200, "truncated_json"],
          [null, "connection_reset"],
          [200, null],
        ],
      );
    },
  },
  {
    subject,
    name: "the clock",
    run: async () => {
      const { kb, server } = createClient();
      server.clock.freeze("2026-07-01T12:00:00Z");
      server.clock.advance(60_000);
      const { updatedAt } = await kb.pages.archive({ brainId, slug: "kestrel" });
      expectEqual(updatedAt, "2026-07-01T12:01:00.000Z");
    },
  },
  {
    subject,
    name: "the controls over fetch",
    run: async () => {
      const { server } = createClient();
      const connected = await connect(server.baseUrl, { fetch: withControl(server) });
      expectEqual((await connected.control.brains.create({ name: "Kitchen" })).name, "Kitchen");
      await connected.reset();
      expectEqual((await connected.snapshot()).brains, server.snapshot().brains);
    },
  },
  {
    subject,
    name: "conformance of the server",
    run: async () => {
      const { server } = createClient();
      const { baseUrl, apiKey: key } = server;
      const report = await runConformance(
        { baseUrl, apiKey: key, fetch: withControl(server), setup, write: true },
        { strict: true },
      );
      expectTrue(report.succeeded, "the server conforms to the specification and to the choices");
    },
  },
  {
    subject,
    name: "the contract and the OpenAPI document",
    run: async () => {
      expectEqual(contract["pages.archive"].success.status, 201);
      const { openapi } = createOpenApiDocument({ servers: [{ url: "https://kb.example.com" }] });
      expectTrue(openapi.startsWith("3.1"), "the document has the version 3.1");
    },
  },
];
