import { asTask } from "@knowledge-base/internal/operation-texts";
import { fieldNames } from "@knowledge-base/types/internal";
import { type BindingsControl, bindingActions } from "../messaging/bindings-control.ts";
import { type ChannelsControl, channelActions } from "../messaging/channels-control.ts";
import { type InstallationsControl, installationActions } from "../messaging/installations-control.ts";
import { type OAuthControl, oauthActions } from "../messaging/oauth-control.ts";
import { type ApiKeysControl, apiKeyActions } from "../organizations/api-keys-control.ts";
import { type BrainsControl, brainActions } from "../organizations/brains-control.ts";
import { type OrganizationsControl, organizationActions } from "../organizations/organizations-control.ts";
import { type PagesControl, pageActions } from "../pages/pages-control.ts";
import { type ClockControl, clockActions } from "../test-tools/clock-control.ts";
import { type DeliveriesControl, deliveryActions } from "../test-tools/deliveries-control.ts";
import { type FaultsControl, faultActions } from "../test-tools/faults-control.ts";
import { type JournalControl, journalActions } from "../test-tools/journal-control.ts";
import type { Action, Actions, CallAction, Remote } from "./action.ts";
import { serverActions } from "./server-actions.ts";
import { createStateMethods, type StateControl, stateActions } from "./state-control.ts";

/**
 * Controls of one organization: the operations of the service that the specification mentions but doesn't define, and the
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

type ActionGroups<Groups> = { readonly [Name in keyof Groups]: Actions<Groups[Name]> };

/** The actions of {@link OrganizationControl}, by group. */
export const organizationGroups: ActionGroups<OrganizationControl> = {
  apiKeys: apiKeyActions,
  brains: brainActions,
  pages: pageActions,
  installations: installationActions,
  channels: channelActions,
  bindings: bindingActions,
  oauth: oauthActions,
};

/** The actions of {@link ServerControl}, by group. */
export const serverGroups: ActionGroups<ServerControl> = {
  organizations: organizationActions,
  ...organizationGroups,
};

/** The actions of {@link TestTools}, by group. */
const testToolGroups: ActionGroups<TestTools> = {
  clock: clockActions,
  faults: faultActions,
  journal: journalActions,
  deliveries: deliveryActions,
};

/** A control that can be called over HTTP. */
export interface ControlRoute {
  readonly action: Action;
  /** Names of the parameters of its query; none if its scope is always the whole server. */
  readonly queryNames: readonly string[];
}

type ActionGroup = Readonly<Record<string, Action>>;

const routeGroups: Readonly<Record<string, ActionGroup>> = {
  ...serverGroups,
  ...testToolGroups,
  server: { ...serverActions, ...stateActions },
};

const serverWide: ReadonlySet<Action> = new Set([organizationActions, serverActions].flatMap(Object.values));

/** The controls by their path below `/_control/`, such as `pages/edit`. */
export const controlRoutes: ReadonlyMap<string, ControlRoute> = new Map(
  Object.entries(routeGroups).flatMap(([group, actions]) =>
    Object.entries(actions).map(([name, action]): [string, ControlRoute] => [
      `${group}/${name}`,
      { action, queryNames: serverWide.has(action) ? [] : ["organization", ...queryFields(action)] },
    ]),
  ),
);

function queryFields({ input, bodyField }: Action): readonly string[] {
  return bodyField === undefined ? [] : fieldNames(input).filter((name) => name !== bodyField);
}

export const pathOfAction: ReadonlyMap<Action, string> = new Map(
  Array.from(controlRoutes, ([path, { action }]) => [action, path]),
);

// Creates the method that calls an action. Its argument is the input, or the only field of the input. The method can be passed to `map`,
// whose other arguments are a number and an array.
function bindAction(action: Action, callAction: CallAction) {
  const { parameter } = action;
  return (argument: unknown = parameter === undefined ? {} : undefined, other?: unknown) => {
    if (typeof other === "object") {
      throw new TypeError(
        `Failed to ${asTask(action.summary)}: options were given as a second argument. Add them to the first one.`,
      );
    }
    return callAction(action, parameter === undefined ? argument : { [parameter]: argument });
  };
}

/** Creates the methods that call the actions of groups: an object for each group. */
export function bindGroups<Groups>(groups: ActionGroups<Groups>, callAction: CallAction): Groups;
export function bindGroups(groups: Readonly<Record<string, ActionGroup>>, callAction: CallAction): object {
  const bind = (actions: ActionGroup) =>
    Object.fromEntries(Object.entries(actions).map(([name, action]) => [name, bindAction(action, callAction)]));
  return Object.fromEntries(Object.entries(groups).map(([name, actions]) => [name, bind(actions)]));
}

interface Methods<Control> extends TestTools, StateControl {
  readonly control: Control;
}

/** Creates the methods of a server or of one of its organizations, in the same process or over HTTP. */
export function createMethods<Control>(
  groups: ActionGroups<Control>,
  callAction: CallAction<Promise<unknown>>,
): Remote<Methods<Control>>;
export function createMethods<Control>(groups: ActionGroups<Control>, callAction: CallAction): Methods<Control>;
export function createMethods<Control>(groups: ActionGroups<Control>, callAction: CallAction): object {
  return {
    ...bindGroups(testToolGroups, callAction),
    control: bindGroups(groups, callAction),
    ...createStateMethods(callAction),
  };
}
