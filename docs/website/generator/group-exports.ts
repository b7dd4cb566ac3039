import { matchesGlob, relative } from "node:path";
import { type Application, Converter, type DeclarationReflection, ReflectionGroup, ReflectionKind } from "typedoc";
import { isNamedAfter } from "./link-sources.ts";

/** Subjects of the exports of large modules, by the files that declare them. In the order of the site. */
const subjects: readonly { readonly title: string; readonly files: readonly string[] }[] = [
  { title: "Client", files: ["packages/sdk/src/knowledge-base.ts", "packages/sdk/src/resources/*"] },
  { title: "Calls", files: ["packages/sdk/src/call/*"] },
  { title: "Options", files: ["packages/sdk/src/options/{client-options,middleware,clock,logger}.ts"] },
  { title: "Events", files: ["packages/sdk/src/options/hooks.ts"] },
  {
    title: "Errors",
    files: [
      "packages/sdk/src/errors/{knowledge-base-error,is-knowledge-base-error,call-error,status-errors}.ts",
      "packages/sdk/src/errors/*",
    ],
  },
  {
    title: "Server",
    files: [
      "packages/server/src/{reference-server,reference-server-options,server-organization,choices,clock}.ts",
      "packages/server/src/adapters/*",
    ],
  },
  {
    title: "Custom operations",
    files: ["packages/server/src/{custom-operations,operation-id}.ts", "packages/server/src/operations/*"],
  },
  {
    title: "Faults",
    files: [
      "packages/server/src/faults/*",
      "packages/server/src/control/faults.ts",
      "packages/server/src/json-value.ts",
    ],
  },
  { title: "Journal", files: ["packages/server/src/journal/*", "packages/server/src/control/journal.ts"] },
  { title: "Deliveries", files: ["packages/server/src/deliveries/*", "packages/server/src/control/deliveries.ts"] },
  { title: "Controls", files: ["packages/server/src/control/*"] },
  { title: "State", files: ["packages/server/src/records/*"] },
  { title: "Operations", files: ["packages/types/src/contract/*"] },
  { title: "Records", files: ["packages/types/src/resources/*"] },
  { title: "Validation", files: ["packages/types/src/schema/*"] },
];

const patterns = subjects.flatMap(({ title, files }) => files.map((pattern) => ({ title, pattern })));
const large = ["@knowledge-base/sdk", "@knowledge-base/server", "@knowledge-base/types"];

/** Groups the exports of the large modules by what they are about, and not by whether they are classes or interfaces. */
export function groupExports({ converter }: Application): void {
  const places = new Map<number, { readonly place: number; readonly isMain: boolean }>();

  converter.on(Converter.EVENT_CREATE_DECLARATION, (context, reflection) => {
    if (!reflection.parent?.kindOf(ReflectionKind.Module)) return;
    const [declaration] = context.getSymbolFromReflection(reflection)?.declarations ?? [];
    const file = relative("", declaration?.getSourceFile().fileName ?? "");
    const place = patterns.findIndex(({ pattern }) => matchesGlob(file, pattern));
    places.set(reflection.id, { place, isMain: isNamedAfter(file, reflection) });
  });

  // After the groups that typedoc makes.
  converter.on(
    Converter.EVENT_RESOLVE_END,
    ({ project }) => {
      for (const module of project.children ?? []) {
        if (large.includes(module.name)) module.groups = groupsOf(module);
      }
      for (const group of project.groups ?? []) {
        if (group.title === "Modules") group.title = "Reference";
      }
    },
    -1000,
  );

  function groupsOf(module: DeclarationReflection): ReflectionGroup[] {
    const groups = new Map(subjects.map(({ title }) => [title, new ReflectionGroup(title, module)]));
    const children = (module.children ?? []).map((child) => ({ child, ...placeOf(child) }));
    children.sort((one, other) => one.place - other.place || Number(other.isMain) - Number(one.isMain));
    for (const { child, place } of children) {
      groups.get(patterns[place]?.title ?? "")?.children.push(child);
    }
    return [...groups.values()].filter(({ children: members }) => members.length > 0);
  }

  function placeOf(child: DeclarationReflection) {
    const target = child.isReference() ? child.getTargetReflectionDeep() : child;
    const found = places.get(target.id);
    if (!found || found.place === -1) throw new Error(`No group of the site holds ${child.getFriendlyFullName()}`);
    return found;
  }
}
