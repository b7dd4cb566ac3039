import type { State } from "../store/state.ts";
import type { ApiKeysControl } from "./api-keys/api-keys-control.ts";
import type { BindingsControl } from "./bindings/bindings-control.ts";
import type { BrainsControl } from "./brains/brains-control.ts";
import type { ChannelsControl } from "./channels/channels-control.ts";
import type { ClockControl } from "./clock/clock-control.ts";
import type { DeliveriesControl } from "./deliveries/deliveries-control.ts";
import type { FaultsControl } from "./faults/faults-control.ts";
import type { InstallationsControl } from "./installations/installations-control.ts";
import type { JournalControl } from "./journal/journal-control.ts";
import type { OAuthControl } from "./oauth/oauth-control.ts";
import type { OrganizationsControl } from "./organizations/organizations-control.ts";
import type { PagesControl } from "./pages/pages-control.ts";

/** What the service does by means that the specification does not show, within one organization. */
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
  /** The rest of the OAuth flow. */
  readonly oauth: OAuthControl;
}

/** What the service does by means that the specification does not show. */
export interface ServerControl extends OrganizationControl {
  /** Organizations. */
  readonly organizations: OrganizationsControl;
}

/** What a test can look at and move: of one organization, or of a whole server. */
export interface TestTools {
  /** Time. */
  readonly clock: ClockControl;
  /** Things that go wrong on purpose. */
  readonly faults: FaultsControl;
  /** The requests that the server has met. */
  readonly journal: JournalControl;
  /** The notifications that channels received. */
  readonly deliveries: DeliveriesControl;
}

/** One organization of a server. Whoever holds it cannot reach any other. */
export interface ServerOrganization extends TestTools {
  /** Organization id. */
  readonly id: string;
  /** What the service does by means that the specification does not show. */
  readonly control: OrganizationControl;
  /**
   * Copies everything that the organization holds, as a state of its own.
   *
   * @throws {@link ControlError} `not_found` where there is no such organization
   */
  readonly snapshot: () => Required<State>;
}
