import { expect } from "vitest";
import type { Check } from "./check.ts";
import { expectError } from "./expect-error.ts";
import { expectShape } from "./expect-shape.ts";
import { send } from "./send.ts";
import { sorted } from "./sorted.ts";
import { stored } from "./stored.ts";
import { validRequest } from "./valid-request.ts";

export const channelChecks = {
  async "the channel list is what the bot sees"(subject) {
    const { status, value } = await send(subject, validRequest(subject.records, "listChannels"));
    expect(status).toBe(200);
    expect(value).toBeInstanceOf(Array);
    const channels = Object.values(value ?? []).map((channel) => expectShape("channel", channel));
    const where = { installationId: subject.records.installationId, isVisible: true };
    const visible = await stored(subject, "channels", where);
    const describe = ({ id, name, isPrivate, isMember }: Readonly<Record<string, unknown>>) =>
      [id, name, isPrivate, isMember].join();
    expect(sorted(channels.map(describe))).toEqual(sorted(visible.map(describe)));
  },

  async "the channel list needs an installation"(subject) {
    const { path } = validRequest(subject.records, "listChannels");
    await expectError(subject, { method: "GET", path: path.replace(/\?.*/, "") }, [400], "installationId");
  },

  async "the installation must exist"(subject) {
    const request = validRequest(subject.records, "listChannels", { installationId: "no-such-installation" });
    await expectError(subject, request, [404]);
  },

  async "the installation must belong to the organization"(subject) {
    const target = { installationId: subject.records.foreignInstallationId };
    await expectError(subject, validRequest(subject.records, "listChannels", target), [403, 404]);
  },
} satisfies Readonly<Record<string, Check>>;
