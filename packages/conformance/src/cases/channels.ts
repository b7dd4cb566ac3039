import { assert, requireData } from "../run/verdict.ts";
import { type Cases, casesAbout } from "./case.ts";
import { notFoundCase, unauthorizedCase } from "./operation-errors.ts";

const id = "channels.list";
const ofBrain = casesAbout("4.3", "brainId");
const ofInstallation = casesAbout("4.3 2.6", "brainId", "installationId");

/** Specification, section 4.3. */
export const channels = {
  400: ofBrain.required("returns 400 without an installationId", [], (service) =>
    service.expectError(id, 400, { query: "" }),
  ),
  401: unauthorizedCase(id),
  404: notFoundCase(id, "installationId"),
  private: ofInstallation.required(
    "returns isPrivate correctly for two channels",
    ["privateChannelId", "publicChannelId"],
    async (service, { privateChannelId, publicChannelId }) => {
      const values = new Map((await service.call(id)).map((channel) => [channel.id, channel.isPrivate]));
      expectValues("isPrivate", values, { [privateChannelId]: true, [publicChannelId]: false });
    },
  ),
  member: ofInstallation.required(
    "returns isMember correctly for two channels",
    ["memberChannelId", "nonMemberChannelId"],
    async (service, { memberChannelId, nonMemberChannelId }) => {
      const values = new Map((await service.call(id)).map((channel) => [channel.id, channel.isMember]));
      expectValues("isMember", values, { [memberChannelId]: true, [nonMemberChannelId]: false });
    },
  ),
  hidden: ofInstallation.required(
    "doesn't list a channel that the bot doesn't see",
    ["hiddenChannelId"],
    async (service, { hiddenChannelId: hidden }) => {
      const listed = await service.call(id);
      requireData(listed.length > 0, "an installation installationId with a channel");
      assert(!listed.some((channel) => channel.id === hidden), `the channel ${hidden} is listed`);
    },
  ),
  "own-channels": ofInstallation.required(
    "lists other channels for another installation",
    ["secondInstallationId"],
    async (service, { secondInstallationId: installationId }) => {
      const listed = await service.call(id);
      const others = await service.call(id, { ids: { installationId } });
      requireData(listed.length > 0 && others.length > 0, "two installations with channels");
      const common = listed.find((channel) => others.some((other) => other.id === channel.id));
      assert(!common, `the channel ${common?.id} is in the lists of two installations`);
    },
  ),
  "empty-installation": ofBrain.choice("returns 400 for an empty installationId", [], (service) =>
    service.expectError(id, 400, { query: "installationId=" }),
  ),
  "repeated-installation": ofInstallation.choice("returns 400 for two installationIds", [], (service, given) => {
    const parameter = `installationId=${encodeURIComponent(given.installationId)}`;
    return service.expectError(id, 400, { query: `${parameter}&${parameter}` });
  }),
  success: ofInstallation.required("lists the channels of an installation, each once", [], async (service) => {
    const ids = (await service.call(id)).map((channel) => channel.id);
    requireData(ids.length > 0, "an installation installationId with a channel");
    const repeated = ids.find((channelId, index) => ids.indexOf(channelId) < index);
    assert(repeated === undefined, `the channel ${repeated} is listed twice`);
  }),
} satisfies Cases;

function expectValues(field: string, values: ReadonlyMap<string, boolean>, expected: Record<string, boolean>): void {
  for (const [channelId, value] of Object.entries(expected)) {
    const shown = values.get(channelId);
    assert(shown !== undefined, `the channel ${channelId} isn't listed`);
    assert(shown === value, `${field} of the channel ${channelId} is ${shown}`);
  }
}
