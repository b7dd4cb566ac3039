import { setImmediate } from "node:timers/promises";
import { KnowledgeBase } from "@knowledge-base/sdk";
import { createReferenceServer } from "@knowledge-base/server";
import { demoSeed } from "@knowledge-base/server/demo";
import { expect, it } from "vitest";

const organizations = 25;

it("organizations with the same seed and parallel clients change only their own records", async () => {
  const seed = demoSeed({ organizationId: "org_alder_street" });
  const server = createReferenceServer();
  const created = Array.from({ length: organizations }, () => server.control.organizations.create({ seed }));
  const brainId = "brain_recipes";
  await Promise.all(
    created.map(async ({ id, apiKey }, index) => {
      const kb = new KnowledgeBase({ baseUrl: server.baseUrl, apiKey, fetch: server.fetch });
      const own = server.organization(id);
      const slugs = (await kb.promptIndex.get({ brainId })).map(({ slug }) => slug);
      const archived = slugs[index % slugs.length] ?? "";
      await setImmediate();
      await kb.pages.archive({ brainId, slug: archived });
      own.control.brains.update({ brainId, name: id });
      const [binding] = own.snapshot().bindings;
      await kb.bindings.update({ brainId, bindingId: binding?.id ?? "", notifyBriefs: index % 2 === 0 });
      await setImmediate();
      expect((await kb.promptIndex.get({ brainId })).map(({ slug }) => slug)).toEqual(
        slugs.filter((slug) => slug !== archived),
      );
    }),
  );
  for (const [index, { id }] of created.entries()) {
    const { brains, pages, bindings } = server.organization(id).snapshot();
    const before = seed.pages?.filter(({ archived }) => archived).length ?? 0;
    expect(pages.filter(({ archived }) => archived)).toHaveLength(before + 1);
    expect(brains).toStrictEqual([{ id: brainId, organizationId: id, name: id }]);
    expect(bindings[0]?.notifyBriefs).toBe(index % 2 === 0);
    server.organization(id).reset();
    expect(server.organization(id).snapshot().pages).toStrictEqual(seed.pages);
  }
});
