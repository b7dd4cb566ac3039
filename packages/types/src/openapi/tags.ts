import type { ResourceName } from "../contract/operation-types.ts";
import type { OpenApiTag } from "./open-api-document.ts";

const descriptions: { readonly [Name in ResourceName]: string } = {
  bindings:
    "Bindings: the connection of one channel to one brain, with switches that decide what the channel receives.",
  channels: "Channels of the messaging platform.",
  oauth: "The OAuth flow that installs the service's bot in a workspace of the messaging platform.",
  pages: "Pages: the knowledge of a brain.",
  promptIndex: "The prompt index: the top pages of a brain, in short, for a prompt.",
};

/** The resources, as tags of the document. */
export const tags: readonly OpenApiTag[] = Object.entries(descriptions).map(([name, description]) => ({
  name,
  description,
}));
