import { assert } from "../assert.ts";
import type { ConformanceCase, OperationSpec } from "../conformance-case.ts";
import { requireData } from "../require-data.ts";
import { sentencesOf } from "../specification/sentences-of.ts";
import type { RecordName } from "../target-records.ts";
import { notFoundCase, unauthorizedCase } from "./error-cases.ts";

const id = "channels.list";

/** Specification, section 4.3. */
export const channelsList: OperationSpec<typeof id> = {
  id,
  success: {
    title: "lists the channels of an installation, each once, with the documented fields",
    sentences: ["4.3/success", "4.3/request", "4.3/channels", "4.3/installation-id", ...sentencesOf("2.6")],
    level: "required",
    needs: { records: ["brainId", "installationId"] },
    async run(service) {
      const ids = (await service.expectSuccess(id)).map((channel) => channel.id);
      requireData(ids.length > 0, "needs a record installationId with a channel");
      const repeated = ids.find((channelId, index) => ids.indexOf(channelId) < index);
      assert(repeated === undefined, `the channel ${repeated} is listed twice`);
    },
  },
  errors: {
    400: {
      title: "returns 400 without an installationId",
      sentences: ["4.3/installation-id", "4.3/errors", "7/400"],
      level: "required",
      needs: { records: ["brainId"] },
      run: (service) => service.expectError(id, 400, { query: "" }),
    },
    401: unauthorizedCase(id),
    404: notFoundCase(id, "installationId"),
  },
  rules: {
    private: channelFieldCase("isPrivate", "privateChannelId", "publicChannelId"),
    member: channelFieldCase("isMember", "memberChannelId", "nonMemberChannelId"),
    hidden: {
      title: "does not list a channel that the bot does not see",
      sentences: ["4.3/channels"],
      level: "required",
      needs: { records: ["brainId", "installationId", "hiddenChannelId"] },
      async run(service) {
        const hidden = service.recordId("hiddenChannelId");
        const channels = await service.expectSuccess(id);
        requireData(channels.length > 0, "needs a record installationId with a channel");
        assert(!channels.some((channel) => channel.id === hidden), `the channel ${hidden} is listed`);
      },
    },
    "own-channels": {
      title: "lists other channels for another installation",
      sentences: ["4.3/channels", "4.3/installation-id"],
      level: "required",
      needs: { records: ["brainId", "installationId", "secondInstallationId"] },
      async run(service) {
        const ids = { installationId: service.recordId("secondInstallationId") };
        const channels = await service.expectSuccess(id);
        const others = await service.expectSuccess(id, { ids });
        requireData(channels.length > 0 && others.length > 0, "needs two installations with channels");
        const common = channels.find((channel) => others.some((other) => other.id === channel.id));
        assert(!common, `the channel ${common?.id} is in the lists of two installations`);
      },
    },
    "empty-installation": {
      title: "returns 400 for an installationId that is empty",
      sentences: ["4.3/installation-id"],
      level: "choice",
      needs: { records: ["brainId"] },
      run: (service) => service.expectError(id, 400, { query: "installationId=" }),
    },
    "repeated-installation": {
      title: "returns 400 for an installationId that is given twice",
      sentences: ["4.3/installation-id"],
      level: "choice",
      needs: { records: ["brainId", "installationId"] },
      async run(service) {
        const parameter = `installationId=${encodeURIComponent(service.recordId("installationId"))}`;
        await service.expectError(id, 400, { query: `${parameter}&${parameter}` });
      },
    },
  },
};

/** Expects a field to be true for one known channel and false for another. */
function channelFieldCase(
  field: "isPrivate" | "isMember",
  trueRecord: RecordName,
  falseRecord: RecordName,
): ConformanceCase {
  return {
    title: `returns ${field} correctly for two channels`,
    sentences: [`2.6/${field}`, "4.3/channels"],
    level: "required",
    needs: { records: ["brainId", "installationId", trueRecord, falseRecord] },
    async run(service) {
      const channels = await service.expectSuccess(id);
      for (const record of [trueRecord, falseRecord]) {
        const channelId = service.recordId(record);
        const channel = channels.find((candidate) => candidate.id === channelId);
        assert(channel !== undefined, `the channel ${channelId} is not listed`);
        assert(channel[field] === (record === trueRecord), `${field} of the channel ${channelId} is ${channel[field]}`);
      }
    },
  };
}
