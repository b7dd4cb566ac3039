import type { App } from "./app.ts";

/** Returns the name of an organization; its id until the name is known, and if it has none. */
export function organizationName(app: App, organizationId: string): string {
  const { value = [] } = app.use("organizations/list", { limit: 1000 });
  return nameOf(value.find(({ id }) => id === organizationId)?.name, organizationId);
}

/** Returns the name of a brain; its id until the name is known, and if it has none. */
export function brainName(app: App, organizationId: string, brainId: string): string {
  return nameOf(app.use("brains/get", { brainId }, organizationId).value?.name, brainId);
}

/** Returns the name of a record, or its id if the name is blank. */
export function nameOf(name: string | undefined, id: string): string {
  return name === undefined || name.trim() === "" ? id : name;
}
