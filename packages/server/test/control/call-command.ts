import type { OrganizationControl } from "@knowledge-base/server";

/** Calls a command by its name, such as `brains.update`, with any input. */
export function callCommand(control: OrganizationControl, name: string, input: unknown): unknown {
  const [group = "", method = ""] = name.split(".");
  return Reflect.get(Reflect.get(control, group), method)(input);
}
