import { withControl } from "@knowledge-base/server/control";
import { type GrowingCost, once, rejected, repeat, type Work } from "./growing-cost.ts";
import { bindings, brainId, channels, installationId, numbers, open, sources } from "./growing-records.ts";

const short = { brainId, title: "Tide", body: "Water." };

/** Inputs of controls and states. */
export const growingControls: readonly GrowingCost[] = [
  {
    what: "pages that share a title",
    size: 1500,
    prepare: (size) => repeat(size, open(), ({ control }) => control.pages.create(short)),
  },
  {
    what: "a title",
    size: 20_000,
    prepare: (size) => once(open(), ({ control }) => control.pages.create({ ...short, title: "É - ж".repeat(size) })),
  },
  {
    what: "links and paragraphs of a body",
    size: 20_000,
    prepare(size) {
      const body = "\n \n".repeat(size) + "[[a|".repeat(size) + "[[tide]]\n ".repeat(size);
      return once(open(), ({ control }) => control.pages.create({ ...short, body }));
    },
  },
  {
    what: "the sources of a new page",
    size: 5000,
    prepare: (size) => once(open(), ({ control }) => control.pages.create({ ...short, sources: sources("old", size) })),
  },
  {
    what: "the sources of a compiled page",
    size: 3000,
    prepare(size) {
      const server = open();
      const { slug } = server.control.pages.create({ ...short, sources: sources("old", size) });
      return () => server.control.pages.compile({ brainId, slug, sources: sources("new", size) });
    },
  },
  {
    what: "sources with the same id",
    size: 20_000,
    prepare(size) {
      const repeated = sources("old", size).map(() => ({ ingestSourceId: "same" }));
      return once(open(), ({ control }) => rejected(() => control.pages.create({ ...short, sources: repeated })));
    },
  },
  {
    what: "bindings of a brain, created one after the other",
    size: 1500,
    prepare: (size) =>
      repeat(size, open({ channels: channels(size) }), ({ control }, index) =>
        control.bindings.create({ brainId, installationId, channelId: `C${index}` }),
      ),
  },
  {
    what: "bindings added to as many",
    size: 1000,
    prepare(size) {
      const all = bindings(2 * size);
      const server = open({ channels: channels(2 * size), bindings: all.slice(0, size) });
      return () => server.seed({ version: 1, bindings: all.slice(size) });
    },
  },
  {
    what: "installations, created one after the other",
    size: 1500,
    prepare: (size) =>
      repeat(size, open(), ({ control }, index) => control.installations.create({ teamId: `T${index}` })),
  },
  {
    what: "the channels of a new installation",
    size: 4000,
    prepare: (size) =>
      once(open(), ({ control }) =>
        control.installations.create({ channels: channels(size).map(({ id, name }) => ({ id, name })) }),
      ),
  },
  {
    what: "installations, removed one after the other with their bindings",
    size: 2000,
    prepare(size) {
      const server = open();
      const ids = numbers(size).map((index) => `installation_${index}`);
      for (const id of ids) {
        server.control.installations.create({ id, channels: [{ id: "C", name: "deck" }] });
        server.control.bindings.create({ brainId, installationId: id, channelId: "C" });
      }
      return repeat(size, server, ({ control }, index) =>
        control.installations.uninstall({ installationId: ids[index] ?? "" }),
      );
    },
  },
  {
    what: "an installation with many channels and bindings that is removed",
    size: 2000,
    prepare: (size) =>
      once(open({ channels: channels(size), bindings: bindings(size) }), ({ control }) =>
        control.installations.uninstall({ installationId }),
      ),
  },
  {
    what: "channels, deleted one after the other with their bindings",
    size: 1000,
    prepare: (size) =>
      repeat(size, open({ channels: channels(size), bindings: bindings(size) }), ({ control }, index) =>
        control.channels.delete({ installationId, channelId: `C${index}` }),
      ),
  },
  {
    what: "pages that share a title, deleted one after the other",
    size: 1000,
    prepare(size) {
      const server = open();
      const slugs = numbers(size).map(() => server.control.pages.create(short).slug);
      return repeat(size, server, ({ control }, index) => control.pages.delete({ brainId, slug: slugs[index] ?? "" }));
    },
  },
  {
    what: "organizations, created, read and deleted one after the other",
    size: 1000,
    prepare(size) {
      const server = open();
      const ids = numbers(size).map((index) => `organization_${index}`);
      return () => {
        for (const id of ids) server.control.organizations.create({ id });
        for (const id of ids) server.organization(id).snapshot();
        for (const organizationId of ids) server.control.organizations.delete({ organizationId });
      };
    },
  },
  {
    what: "API keys, created and revoked one after the other",
    size: 1500,
    prepare(size) {
      const { control } = open();
      return () => {
        const keys = numbers(size).map(() => control.apiKeys.create());
        for (const { key } of keys) control.apiKeys.revoke({ apiKey: key });
      };
    },
  },
  {
    what: "rejections by a server with as many keys",
    size: 2000,
    prepare(size) {
      const server = open();
      for (const index of numbers(size)) server.control.apiKeys.create({ role: `role ${index}` });
      return repeat(size, server, ({ control }) => rejected(() => control.brains.update({ brainId: "x", name: "" })));
    },
  },
  {
    what: "a state that is restored from a snapshot",
    size: 1000,
    prepare: (size) =>
      once(open({ channels: channels(size), bindings: bindings(size) }), (server) => server.restore(server.snapshot())),
  },
  {
    what: "the invalid records of a state",
    size: 1000,
    prepare(size) {
      const pages = numbers(size).map((id) => ({ id })) as never;
      return once(open(), (server) => rejected(() => server.seed({ version: 1, pages })));
    },
  },
  {
    what: "the unknown fields of a record",
    size: 5000,
    prepare(size) {
      const brain = Object.fromEntries(numbers(size).map((index) => [`field${index}`, index])) as never;
      return once(open(), (server) => rejected(() => server.seed({ version: 1, brains: [brain] })));
    },
  },
  {
    what: "the problems of an input",
    size: 2000,
    prepare: (size) =>
      once(open(), ({ control }) =>
        rejected(() => control.installations.create({ channels: numbers(size).map((id) => ({ id })) as never })),
      ),
  },
  {
    what: "the channels that receive a brief",
    size: 500,
    prepare: (size) =>
      once(open({ channels: channels(size), bindings: bindings(size) }), ({ control }) =>
        control.brains.sendDailyBrief({ brainId }),
      ),
  },
  {
    what: "a record that arrives in small chunks",
    size: 200_000,
    prepare: (size) => restoreInChunks(`[{"id":"a","name":"${"\\n".repeat(size / 2)}"}]`),
  },
  {
    what: "line breaks that arrive in small chunks",
    size: 200_000,
    prepare: (size) => restoreInChunks(`[${"\n".repeat(size)}]`),
  },
  {
    what: "a text whose error comes last",
    size: 200_000,
    prepare: (size) => restoreInChunks(`[${'{"a":['.repeat(size / 8)}1,]`),
  },
];

function restoreInChunks(organizations: string): Work {
  const server = open();
  const bytes = new TextEncoder().encode(`{"version":1,"organizations":${organizations}}`);
  const chunks = numbers(Math.ceil(bytes.length / 64)).map((index) => bytes.subarray(index * 64, (index + 1) * 64));
  return async () => {
    const body = new ReadableStream({
      start(controller) {
        for (const chunk of chunks) controller.enqueue(chunk);
        controller.close();
      },
    });
    const headers = { "content-type": "application/json" };
    const init = { method: "POST", headers, body, duplex: "half" as const };
    await withControl(server)(`${server.baseUrl}/_control/server/restore`, init);
  };
}
