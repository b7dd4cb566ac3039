import type { TemplateResult } from "lit-html";
import { dataText } from "../../../components/data-text.ts";
import type { App } from "../../core/app.ts";

/** Renders the name of a channel; its id until the name is known, and if the channel is gone. */
export function channelName(
  app: App,
  [organizationId, installationId, channelId]: readonly [string, string, string],
): TemplateResult {
  const { value = [] } = app.use("channels/list", { installationId, limit: 1000 }, organizationId);
  return dataText(value.find(({ id }) => id === channelId)?.name ?? channelId, 80);
}
