import type { ChannelRecord } from "../database/channel-record.ts";
import type { InstallationRecord } from "../database/installation-record.ts";
import { Failure } from "../http/failure.ts";
import type { Operation } from "./operation.ts";

export const listChannels: Operation = ({ database, rules }, { request, findBrain }) => {
  const installationId = rules.readInstallationId(request.query);
  const brain = findBrain();
  const find = "SELECT * FROM installations WHERE id = :installationId";
  const installation = database.first<InstallationRecord>(find, { installationId });
  if (installation === undefined) throw new Failure(404, "Installation not found");
  if (!rules.mayUse(installation, brain)) throw new Failure(rules.foreignStatus, "Installation not found");
  const channels = database.all<ChannelRecord>(`SELECT * FROM channels WHERE ${rules.channelCondition}`, {
    installationId,
    organizationId: installation.organizationId,
  });
  return channels.map((channel) => rules.present.channel(channel, request));
};
