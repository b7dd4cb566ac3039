import type { State, StateInput } from "@knowledge-base/server";

/** The records of an organization, as far as the test changes them. All texts contain the name of the organization. */
export interface ExpectedRecords {
  /** Titles of the pages, with their status. */
  readonly pages: Readonly<Record<string, string>>;
  readonly notifyBriefs: boolean;
  /** Names of the teams, with those of their channels. */
  readonly teams: Readonly<Record<string, readonly string[]>>;
}

export const brainId = "brain";
export const bindingId = "binding";

/** Returns the records with which an organization begins. All ids are the same in every organization. */
export function createSeed(organizationId: string, rounds: number): StateInput {
  const installationId = "installation";
  return {
    version: 1,
    organizations: [{ id: organizationId }],
    brains: [{ id: brainId, organizationId }],
    pages: numbers(rounds).map((number) => ({
      brainId,
      slug: `page-${number}`,
      title: `Page ${number} of ${organizationId}`,
    })),
    installations: [{ id: installationId, organizationId, teamName: `First team of ${organizationId}` }],
    channels: [{ installationId, id: "channel", name: `Channel of ${organizationId}` }],
    bindings: [{ id: bindingId, brainId, installationId, channelId: "channel" }],
  };
}

/** Returns what the test expects of a state. */
export function describeRecords({
  pages = [],
  bindings = [],
  installations = [],
  channels = [],
}: State): ExpectedRecords {
  const channelsOf = (id: string) =>
    channels.filter((channel) => channel.installationId === id).map(({ name }) => name);
  return {
    pages: Object.fromEntries(pages.map(({ title, status }) => [title, status])),
    notifyBriefs: bindings.find(({ id }) => id === bindingId)?.notifyBriefs ?? false,
    teams: Object.fromEntries(installations.map(({ id, teamName }) => [teamName, channelsOf(id)])),
  };
}

/** Returns the numbers from 1. */
export function numbers(count: number): number[] {
  return Array.from({ length: count }, (_, index) => index + 1);
}
