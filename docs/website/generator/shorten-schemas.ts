import { type Application, Converter, ReferenceType, ReflectionKind } from "typedoc";

/** Shows only the names of the types of schemas: their shapes repeat the interfaces to which the docstrings link. */
export function shortenSchemas({ converter }: Application): void {
  converter.on(Converter.EVENT_RESOLVE_BEGIN, ({ project }) => {
    for (const variable of project.getReflectionsByKind(ReflectionKind.Variable)) {
      if (!variable.isDeclaration() || !(variable.type instanceof ReferenceType)) continue;
      const { name } = variable.type;
      if (!name.startsWith("ZodMini")) continue;
      project.removeTypeReflections(variable.type);
      variable.type = ReferenceType.createBrokenReference(name, project, "zod");
    }
  });
}
