import { type Application, Converter } from "typedoc";

/** Names the modules as they are imported. */
export function nameModules({ converter }: Application, modules: ReadonlyMap<string, string>): void {
  const names = new Map(Array.from(modules, ([name, file]) => [file, name]));

  converter.on(Converter.EVENT_RESOLVE_BEGIN, ({ project }) => {
    for (const module of project.children ?? []) {
      const name = names.get(`packages/${module.name}.ts`) ?? names.get(`packages/${module.name}/index.ts`);
      if (!name) throw new Error(`${module.name} is no entry point of a package`);
      module.name = name;
    }
  });
}
