import { describe, expect, it } from "vitest";
import { serverForms } from "./server-forms.ts";

const brainId = "brain_operations";

describe.each(serverForms)("channels.list over %s", (_, open) => {
  it("returns the channels of the installation", async () => {
    const { kb } = open();
    expect(await kb.channels.list({ brainId, installationId: "installation_harbour_line" })).toEqual([
      { id: "C01BRIDGE", name: "bridge", isPrivate: false, isMember: true },
      { id: "C02YARD", name: "yard", isPrivate: false, isMember: true },
      { id: "C03TICKETS", name: "ticket-office", isPrivate: false, isMember: true },
      { id: "C04WEATHER", name: "weather-watch", isPrivate: false, isMember: false },
      { id: "G05BOARD", name: "board", isPrivate: true, isMember: true },
    ]);
  });

  it("sends the installation in the query", async () => {
    const { kb, requests, server } = open();
    await kb.channels.list({ brainId, installationId: "installation_harbour_line" });
    expect(requests).toEqual([
      {
        method: "GET",
        url: `${server.baseUrl}/v1/brains/brain_operations/messaging/channels?installationId=installation_harbour_line`,
        headers: { accept: "application/json", "x-api-key": "kb_demo_harbour_line" },
        body: null,
      },
    ]);
  });

  it.each(["a b", "a+b", "a&limit=5", "a=b", "a#b", "a?b", "100%", "%41", "ü/ö", "🎉", "..", " ", "a\nb", "a;b"])(
    "names the installation %j exactly as given",
    async (installationId) => {
      const { kb, server } = open();
      server.seed({
        version: 1,
        installations: [{ id: installationId, organizationId: "org_harbour_line", teamId: "T", teamName: "Team" }],
        channels: [{ installationId, id: "C1", name: "found", isPrivate: false, isMember: false }],
      });
      expect(await kb.channels.list({ brainId, installationId })).toEqual([
        { id: "C1", name: "found", isPrivate: false, isMember: false },
      ]);
    },
  );
});
