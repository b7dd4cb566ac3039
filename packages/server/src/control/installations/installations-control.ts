import type { ChannelBinding } from "@knowledge-base/types";
import type { Installation } from "../../store/state.ts";
import type { ChannelInput } from "../channels/channels-control.ts";

/** The workspace of the messaging platform that an installation is made in. */
export interface WorkspaceInput {
  /**
   * Platform workspace (team) id.
   *
   * @default a new one
   */
  readonly teamId?: string | undefined;
  /**
   * Name of the platform workspace.
   *
   * @default "Workspace", or the name that it has where the bot is installed there already
   */
  readonly teamName?: string | undefined;
  /**
   * Channels that the service's bot sees there.
   *
   * @default two public channels: `general`, of which the bot is a member, and `random`; none besides those that it has
   * where the bot is installed there already
   */
  readonly channels?: readonly ChannelInput[] | undefined;
}

/** Input of `installations.create`. */
export interface CreateInstallationInput extends WorkspaceInput {
  /**
   * Organization that owns the installation.
   *
   * @default that of the control, or that of the `apiKey` of the server
   */
  readonly organizationId?: string | undefined;
  /**
   * Installation id.
   *
   * @default a new one
   */
  readonly id?: string | undefined;
}

/** Input of `installations.update`. */
export interface UpdateInstallationInput {
  /** Installation id. */
  readonly installationId: string;
  /** Name of the platform workspace. */
  readonly teamName: string;
}

/** What a brain is connected to. */
export interface InstallationStatus {
  /** Whether the organization of the brain has an installation at all. */
  readonly installed: boolean;
  /** The installations whose channels can be bound to the brain. */
  readonly installations: readonly Installation[];
  /** The bindings of the brain. */
  readonly bindings: readonly ChannelBinding[];
}

/** Installations of the service's bot in workspaces of the messaging platform. */
export interface InstallationsControl {
  /**
   * Creates an installation with its channels, as a confirmed authorization would.
   *
   * @throws {@link ControlError} `not_found`, or `invalid_input` where a field is not valid or an id is taken
   */
  create(input?: CreateInstallationInput): Installation;

  /**
   * Changes the name of an installation's workspace.
   *
   * @throws {@link ControlError} `not_found`
   */
  update(input: UpdateInstallationInput): Installation;

  /**
   * Tells what a brain is connected to: what the specification calls the status endpoint.
   *
   * @throws {@link ControlError} `not_found`
   * @see Specification, section 4.3
   */
  status(input: { readonly brainId: string }): InstallationStatus;

  /**
   * Removes an installation with its channels and their bindings.
   *
   * @throws {@link ControlError} `not_found`
   * @see Specification, section 2.8
   */
  uninstall(input: { readonly installationId: string }): void;
}
