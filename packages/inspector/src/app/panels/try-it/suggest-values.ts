import type { App } from "../../core/app.ts";

/** Returns values of the server for a field of an operation: those of the first brain of the selected organization. */
export function suggestValues(app: App, name: string): readonly string[] {
  const { organizationId } = app.model;
  const brains = app.use("brains/list", { limit: 100 }, organizationId).value ?? [];
  const brainId = brains[0]?.id;
  if (name === "brainId") return brains.map(({ id }) => id);
  if (name === "installationId") {
    return (app.use("installations/list", { limit: 100 }, organizationId).value ?? []).map(({ id }) => id);
  }
  if (brainId === undefined) return [];
  if (name === "slug") {
    const ranked = app.use("brains/rankPages", { brainId, limit: 100 }, organizationId).value ?? [];
    return ranked.map(({ slug }) => slug);
  }
  if (name !== "bindingId") return [];
  return (app.use("bindings/list", { brainId, limit: 100 }, organizationId).value ?? []).map(({ id }) => id);
}
