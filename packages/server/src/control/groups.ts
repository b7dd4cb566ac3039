import { asTask } from "@knowledge-base/internal";
import { type BindingsControl, bindingCommands } from "../messaging/bindings-control.ts";
import { type ChannelsControl, channelCommands } from "../messaging/channels-control.ts";
import { type InstallationsControl, installationCommands } from "../messaging/installations-control.ts";
import { type OAuthControl, oauthCommands } from "../messaging/oauth-control.ts";
import { type ApiKeysControl, apiKeyCommands } from "../organizations/api-keys-control.ts";
import { type BrainsControl, brainCommands } from "../organizations/brains-control.ts";
import { type OrganizationsControl, organizationCommands } from "../organizations/organizations-control.ts";
import { type PagesControl, pageCommands } from "../pages/pages-control.ts";
import { type ClockControl, clockCommands } from "../test-tools/clock-control.ts";
import { type DeliveriesControl, deliveryCommands } from "../test-tools/deliveries-control.ts";
import { type FaultsControl, faultCommands } from "../test-tools/faults-control.ts";
import { type JournalControl, journalCommands } from "../test-tools/journal-control.ts";
import type { Command, Commands } from "./command.ts";

/**
 * Controls of one organization: the operations of the service that the specification mentions but does not define, and the
 * records that tests need.
 *
 * @example
 * ```ts
 * import { createReferenceServer } from "@knowledge-base/server";
 * import { demoSeed } from "@knowledge-base/server/demo";
 *
 * const organization = createReferenceServer({ seed: demoSeed() }).organization("org_alder_street");
 * console.log(organization.control.brains.list()[0]?.name); // Recipes
 * ```
 */
export interface OrganizationControl {
  /** API keys. */
  readonly apiKeys: ApiKeysControl;
  /** Brains and their notifications. */
  readonly brains: BrainsControl;
  /** Pages. */
  readonly pages: PagesControl;
  /** Installations of the service's bot. */
  readonly installations: InstallationsControl;
  /** Channels of the messaging platform. */
  readonly channels: ChannelsControl;
  /** Bindings of channels to brains. */
  readonly bindings: BindingsControl;
  /** The OAuth flow after `oauth.start`. */
  readonly oauth: OAuthControl;
}

/**
 * Controls of a whole server: of its organizations, and of the records of each.
 *
 * @example
 * ```ts
 * import { createReferenceServer } from "@knowledge-base/server";
 * import { demoSeed } from "@knowledge-base/server/demo";
 *
 * const { control } = createReferenceServer({ seed: demoSeed() });
 * console.log(control.organizations.list().map(({ name }) => name).join()); // Harbour Line Ferries,Alder Street Bakery
 * ```
 *
 * @see [Create records](../../../../docs/guides/test-your-code.md#create-records)
 */
export interface ServerControl extends OrganizationControl {
  /** Organizations. */
  readonly organizations: OrganizationsControl;
}

/** Clock, faults, journal and deliveries of one organization or of a whole server. */
export interface TestTools {
  /** The clock that timestamps and expiries follow. */
  readonly clock: ClockControl;
  /** Planned failures of requests. */
  readonly faults: FaultsControl;
  /** The requests that the server received. */
  readonly journal: JournalControl;
  /** The notifications that channels received. */
  readonly deliveries: DeliveriesControl;
}

type CommandGroups<Groups> = { readonly [Name in keyof Groups]: Commands<Groups[Name]> };

/** The commands of {@link OrganizationControl}, by group. */
export const organizationControlCommands: CommandGroups<OrganizationControl> = {
  apiKeys: apiKeyCommands,
  brains: brainCommands,
  pages: pageCommands,
  installations: installationCommands,
  channels: channelCommands,
  bindings: bindingCommands,
  oauth: oauthCommands,
};

/** The commands of {@link ServerControl}, by group. */
export const serverControlCommands: CommandGroups<ServerControl> = {
  organizations: organizationCommands,
  ...organizationControlCommands,
};

/** The commands of {@link TestTools}, by group. */
export const testToolCommands: CommandGroups<TestTools> = {
  clock: clockCommands,
  faults: faultCommands,
  journal: journalCommands,
  deliveries: deliveryCommands,
};

/** Calls a command, in the same process or over HTTP. */
export type CallCommand = (command: Command, input: unknown) => unknown;

type CommandGroup = Readonly<Record<string, Command>>;

/**
 * Creates the method that calls a command. Its argument is the input, or the only field of the input. The method can be passed to
 * `map`, whose other arguments are a number and an array.
 */
export function bindCommand<Method>(command: Command, callCommand: CallCommand): Method {
  const { parameter } = command;
  const method = (argument: unknown = parameter === undefined ? {} : undefined, other?: unknown) => {
    if (typeof other === "object") {
      throw new TypeError(
        `Failed to ${asTask(command.summary)}: options were given as a second argument. Add them to the first one.`,
      );
    }
    return callCommand(command, parameter === undefined ? argument : { [parameter]: argument });
  };
  return method as Method;
}

/** Creates the methods of groups of commands: an object for each group. */
export function bindGroups<Groups>(
  groups: { readonly [Name in keyof Groups]: CommandGroup },
  callCommand: CallCommand,
): Groups {
  const bindGroup = (group: CommandGroup) =>
    Object.fromEntries(Object.entries(group).map(([name, command]) => [name, bindCommand(command, callCommand)]));
  return Object.fromEntries(
    Object.entries<CommandGroup>(groups).map(([name, group]) => [name, bindGroup(group)]),
  ) as Groups;
}
