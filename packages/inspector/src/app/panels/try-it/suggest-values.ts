import type { App } from "../../core/app.ts";
import type { Loaded } from "../../core/cache.ts";

/**
 * Returns values of the server for a field of an operation: those of the selected organization and its first brain.
 *
 * @returns undefined until they are loaded
 */
export function suggestValues(app: App, name: string): readonly string[] | undefined {
  const { organizationId } = app.model;
  const limit = 100;
  const brainIds = read(app.use("brains/list", { limit }, organizationId), ({ id }) => id);
  if (name === "brainId" || brainIds === undefined) return brainIds;
  if (name === "installationId") return read(app.use("installations/list", { limit }, organizationId), ({ id }) => id);
  const [brainId] = brainIds;
  if (brainId === undefined) return [];
  if (name === "slug") return read(app.use("brains/rankPages", { brainId, limit }, organizationId), ({ slug }) => slug);
  if (name === "bindingId") return read(app.use("bindings/list", { brainId, limit }, organizationId), ({ id }) => id);
  return [];
}

function read<Item>(
  { value, error }: Loaded<readonly Item[]>,
  readValue: (item: Item) => string,
): readonly string[] | undefined {
  return value?.map(readValue) ?? (error === undefined ? undefined : []);
}
