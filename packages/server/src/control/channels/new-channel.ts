import type { Channel } from "@knowledge-base/types";
import { generateUniqueId } from "../../ids.ts";
import type { OrganizationState } from "../../server-state.ts";
import type { ChannelInput } from "./channels-control.ts";

/** Completes a channel. */
export function newChannel(
  { id, name, isPrivate = false, isMember = false }: ChannelInput,
  { ids }: OrganizationState,
  isTaken: (id: string) => boolean,
): Channel {
  return { id: id ?? generateUniqueId(ids, "channel", isTaken), name, isPrivate, isMember };
}
