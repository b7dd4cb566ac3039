import { assert, skipUnless } from "../run/verdict.ts";
import { casesAbout, casesOf } from "./case.ts";
import { errorCases } from "./helpers/error-cases.ts";

const id = "channels.list";
const aboutInput = casesAbout({ sections: ["4.3"], needs: ["brainId"] });
const aboutInstallation = casesAbout({ sections: ["4.3", "2.6"], needs: ["brainId", "installationId"] });

/** Specification, section 4.3. */
export const channelsListCases = casesOf(id, {
  "returns-400": aboutInput.required("returns 400 without an installationId", (service) =>
    service.expectError(id, 400, { query: "" }),
  ),
  ...errorCases(id, "installationId"),
  private: fieldCase("isPrivate", "privateChannelId", "publicChannelId"),
  member: fieldCase("isMember", "memberChannelId", "nonMemberChannelId"),
  hidden: aboutInstallation.required(
    "does not list a channel that the bot does not see",
    ["hiddenChannelId"],
    async (service, { hiddenChannelId: hidden }) => {
      const listed = await service.call(id);
      skipUnless(listed.length > 0, "an installation installationId with a channel");
      assert(!listed.some((channel) => channel.id === hidden), `the channel ${hidden} is listed`);
    },
  ),
  "own-channels": aboutInstallation.required(
    "lists other channels for another installation",
    ["secondInstallationId"],
    async (service, { secondInstallationId: installationId }) => {
      const listed = await service.call(id);
      const others = await service.call(id, { ids: { installationId } });
      skipUnless(listed.length > 0 && others.length > 0, "two installations with channels");
      const common = listed.find((channel) => others.some((other) => other.id === channel.id));
      assert(!common, `the channel ${common?.id} is in the lists of two installations`);
    },
  ),
  "empty-installation": aboutInput.choice("returns 400 for an empty installationId", (service) =>
    service.expectError(id, 400, { query: "installationId=" }),
  ),
  "repeated-installation": aboutInstallation.choice("returns 400 for two installationIds", (service, given) => {
    const parameter = `installationId=${encodeURIComponent(given.installationId)}`;
    return service.expectError(id, 400, { query: `${parameter}&${parameter}` });
  }),
  success: aboutInstallation.required("lists the channels of an installation, each once", async (service) => {
    const ids = (await service.call(id)).map((channel) => channel.id);
    skipUnless(ids.length > 0, "an installation installationId with a channel");
    const repeated = ids.find((channelId, index) => ids.indexOf(channelId) < index);
    assert(repeated === undefined, `the channel ${repeated} is listed twice`);
  }),
});

type ChannelRecord = "privateChannelId" | "publicChannelId" | "memberChannelId" | "nonMemberChannelId";

function fieldCase(field: "isPrivate" | "isMember", trueRecord: ChannelRecord, falseRecord: ChannelRecord) {
  const title = `returns ${field} correctly for two channels`;
  return aboutInstallation.required(title, [trueRecord, falseRecord], async (service, given) => {
    const listed = await service.call(id);
    for (const record of [trueRecord, falseRecord]) {
      const channel = listed.find((candidate) => candidate.id === given[record]);
      assert(channel !== undefined, `the channel ${given[record]} is not listed`);
      const isExpected = channel[field] === (record === trueRecord);
      assert(isExpected, `${field} of the channel ${given[record]} is ${channel[field]}`);
    }
  });
}
