import { KnowledgeBase } from "@knowledge-base/sdk";
import { createReferenceServer } from "@knowledge-base/server";

/** Calls a server whose responses differ from the contract and gives it wrong input, and returns what the client and the server report. */
export async function callWithDrift(): Promise<string[]> {
  const server = createReferenceServer();
  server.control.brains.create({ id: "brain_tides" });
  server.control.pages.create({ brainId: "brain_tides", title: "Spring tide" });
  const reports: string[] = [];
  const callWith = (change: object) => {
    const kb = new KnowledgeBase({
      ...server.connection,
      dangerouslyAllowBrowser: true,
      logLevel: "off",
      async fetch(input, init) {
        const response = await server.fetch(input, init);
        const entries: readonly object[] = await response.json();
        return Response.json(entries.map((entry) => ({ ...entry, ...change })));
      },
      onDrift: ({ kind, path }) => void reports.push(`${kind} ${path.join(".")}`),
    });
    return kb.promptIndex.get({ brainId: "brain_tides" });
  };
  await callWith({ added: 1, status: "frozen" });
  await callWith({ title: 5 }).catch((error: Error) => reports.push(error.message));
  try {
    server.control.brains.create({ nme: "Tides" } as never);
  } catch (error) {
    reports.push((error as Error).message);
  }
  await new Promise((resolve) => setTimeout(resolve, 10));
  return reports;
}

/** What {@link callWithDrift} returns. */
export const expectedReports = [
  "unknown_value 0.status",
  "unknown_field 0.added",
  "Failed to get the prompt index: the response with status 200 differs from the contract: [0].title must be a string, not 5.",
  "Failed to create a brain: the input has unknown fields: nme (did you mean name?); the fields are id, name, organizationId.",
];
