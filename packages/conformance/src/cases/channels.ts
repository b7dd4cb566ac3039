import { assert, requireData } from "../run/verdict.ts";
import { type Cases, choice, required } from "./case.ts";
import { notFoundCase, unauthorizedCase } from "./operation-errors.ts";

const id = "channels.list";
const ofInstallation = ["brainId", "installationId"] as const;

/** Specification, section 4.3. */
export const channels = {
  400: required("returns 400 without an installationId", "4.3 7", ["brainId"], (service) =>
    service.expectError(id, 400, { query: "" }),
  ),
  401: unauthorizedCase(id),
  404: notFoundCase(id, "installationId"),
  private: required(
    "returns isPrivate correctly for two channels",
    "2.6 4.3",
    [...ofInstallation, "privateChannelId", "publicChannelId"],
    async (service, { privateChannelId, publicChannelId }) => {
      const isPrivate = new Map((await service.call(id)).map((channel) => [channel.id, channel.isPrivate]));
      expectField("isPrivate", isPrivate, privateChannelId, true);
      expectField("isPrivate", isPrivate, publicChannelId, false);
    },
  ),
  member: required(
    "returns isMember correctly for two channels",
    "2.6 4.3",
    [...ofInstallation, "memberChannelId", "nonMemberChannelId"],
    async (service, { memberChannelId, nonMemberChannelId }) => {
      const isMember = new Map((await service.call(id)).map((channel) => [channel.id, channel.isMember]));
      expectField("isMember", isMember, memberChannelId, true);
      expectField("isMember", isMember, nonMemberChannelId, false);
    },
  ),
  hidden: required(
    "doesn't list a channel that the bot doesn't see",
    "4.3",
    [...ofInstallation, "hiddenChannelId"],
    async (service, { hiddenChannelId }) => {
      const listed = await service.call(id);
      requireData(listed.length > 0, "an installation installationId with a channel");
      assert(!listed.some((channel) => channel.id === hiddenChannelId), `the channel ${hiddenChannelId} is listed`);
    },
  ),
  "own-channels": required(
    "lists other channels for another installation",
    "4.3",
    [...ofInstallation, "secondInstallationId"],
    async (service, { secondInstallationId: installationId }) => {
      const listed = await service.call(id);
      const others = await service.call(id, { ids: { installationId } });
      requireData(listed.length > 0 && others.length > 0, "two installations with channels");
      const common = listed.find((channel) => others.some((other) => other.id === channel.id));
      assert(!common, `the channel ${common?.id} is in the lists of two installations`);
    },
  ),
  "empty-installation": choice("returns 400 for an installationId that is empty", "4.3", ["brainId"], (service) =>
    service.expectError(id, 400, { query: "installationId=" }),
  ),
  "repeated-installation": choice(
    "returns 400 for an installationId that is given twice",
    "4.3",
    ofInstallation,
    (service, { installationId }) => {
      const parameter = `installationId=${encodeURIComponent(installationId)}`;
      return service.expectError(id, 400, { query: `${parameter}&${parameter}` });
    },
  ),
  success: required("lists the channels of an installation, each once", "4.3 2.6", ofInstallation, async (service) => {
    const ids = (await service.call(id)).map((channel) => channel.id);
    requireData(ids.length > 0, "an installation installationId with a channel");
    const repeated = ids.find((channelId, index) => ids.indexOf(channelId) < index);
    assert(repeated === undefined, `the channel ${repeated} is listed twice`);
  }),
} satisfies Cases;

function expectField(field: string, values: ReadonlyMap<string, boolean>, channelId: string, expected: boolean): void {
  const value = values.get(channelId);
  assert(value !== undefined, `the channel ${channelId} isn't listed`);
  assert(value === expected, `${field} of the channel ${channelId} is ${value}`);
}
