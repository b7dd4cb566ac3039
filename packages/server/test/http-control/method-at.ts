import type { TestTools } from "../../src/control/server-control.ts";

type Method = (argument?: unknown) => unknown;

/** The method that a path names, such as `pages/edit`: of a server, of a connected one, or of an organization of either. */
export function methodAt(controls: { readonly [Name in keyof TestTools]: object }, path: string): Method {
  const [group = "", name = ""] = path.split("/");
  const groups = { ...Reflect.get(controls, "control"), ...controls } as Record<string, Record<string, Method>>;
  const method = groups[group]?.[name];
  if (!method) throw new Error(`There is no method ${path}`);
  return method;
}
