import type { State } from "../store/state.ts";
import { stateSchema } from "../store/state-schemas.ts";
import { apiKeyCommands } from "./api-keys/api-key-commands.ts";
import { bindingCommands } from "./bindings/binding-commands.ts";
import { brainCommands } from "./brains/brain-commands.ts";
import { channelCommands } from "./channels/channel-commands.ts";
import { clockCommands } from "./clock/clock-commands.ts";
import { type Command, type Commands, noInput } from "./command.ts";
import type { OrganizationControl, ServerControl, TestTools } from "./controls.ts";
import { deliveryCommands } from "./deliveries/delivery-commands.ts";
import { faultCommands } from "./faults/fault-commands.ts";
import { installationCommands } from "./installations/installation-commands.ts";
import { journalCommands } from "./journal/journal-commands.ts";
import { oauthCommands } from "./oauth/oauth-commands.ts";
import { organizationCommands as organizations } from "./organizations/organization-commands.ts";
import { pageCommands } from "./pages/page-commands.ts";

type CommandGroups<Groups> = { readonly [Name in keyof Groups]: Commands<Groups[Name]> };

/** The commands of {@link OrganizationControl}, group by group. */
export const ownCommands: CommandGroups<OrganizationControl> = {
  apiKeys: apiKeyCommands,
  brains: brainCommands,
  pages: pageCommands,
  installations: installationCommands,
  channels: channelCommands,
  bindings: bindingCommands,
  oauth: oauthCommands,
};

/** The commands of {@link ServerControl}, group by group. */
export const controlCommands: CommandGroups<ServerControl> = { organizations, ...ownCommands };

/** The commands of {@link TestTools}, group by group. */
export const testToolCommands: CommandGroups<TestTools> = {
  clock: clockCommands,
  faults: faultCommands,
  journal: journalCommands,
  deliveries: deliveryCommands,
};

/** Copies what the server or an organization of it holds. */
export const takeSnapshot: Command<object, Required<State>> = {
  summary: "Take a snapshot",
  input: noInput,
  output: stateSchema,
  run: (_, context) => context.snapshot(),
};
