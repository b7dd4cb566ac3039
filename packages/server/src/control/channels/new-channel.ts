import type { Channel } from "@knowledge-base/types";
import type { OrganizationScope } from "../../world.ts";
import { freeId } from "../free-id.ts";
import type { ChannelInput } from "./channels-control.ts";

/** Completes a channel. */
export function newChannel(
  { id, name, isPrivate = false, isMember = false }: ChannelInput,
  { ids }: OrganizationScope,
  isTaken: (id: string) => boolean,
): Channel {
  return { id: id ?? freeId(ids, "channel", isTaken), name, isPrivate, isMember };
}
