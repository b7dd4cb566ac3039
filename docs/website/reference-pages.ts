import { relative } from "node:path";
import {
  Comment,
  type CommentDisplayPart,
  CommentTag,
  DeclarationReflection,
  type NamedTupleMember,
  ParameterReflection,
  type ProjectReflection,
  ReferenceType,
  ReflectionKind,
  ReflectionType,
  type SignatureReflection,
  TupleType,
} from "typedoc";
import { linkSpecification } from "../../scripts/generate/link-specification.ts";
import { describeRecord } from "../../scripts/generate/record-texts.ts";

/** Shows only the names of the types of schemas: their shapes repeat the interfaces to which the docstrings link. */
export function shortenSchemas(project: ProjectReflection): void {
  for (const variable of project.getReflectionsByKind(ReflectionKind.Variable)) {
    if (!variable.isDeclaration() || !(variable.type instanceof ReferenceType)) continue;
    const { name } = variable.type;
    if (!name.startsWith("ZodMini")) continue;
    project.removeTypeReflections(variable.type);
    variable.type = ReferenceType.createBrokenReference(name, project, "zod");
  }
}

/** Shows the operations of the contract by what they do: the interface of an operation describes their fields. */
export function shortenContract(project: ProjectReflection): void {
  const [operation] = project.getReflectionsByKind(ReflectionKind.Interface).filter(({ name }) => name === "Operation");
  const entries = project.getReflectionsByKind(ReflectionKind.Property);
  for (const entry of entries) {
    if (!entry.isDeclaration() || !/\bcontract\.__type\.\w+\.\w+$/.test(entry.getFullName()) || !operation) continue;
    if (entry.type) project.removeTypeReflections(entry.type);
    entry.type = ReferenceType.createResolvedReference("Operation", operation, project);
  }
}

/** Describes the records of a target by the texts that its messages contain, too. */
export function describeRecords(project: ProjectReflection): void {
  for (const field of project.getReflectionsByKind(ReflectionKind.Property)) {
    const text = field.parent?.name === "TargetRecords" ? describeRecord(field.name) : undefined;
    if (text) field.comment = new Comment([{ kind: "text", text }]);
  }
}

/** Shows the controls of a server in another process as the mapped type makes them: each returns a promise. */
export function showRemoteTypes(project: ProjectReflection): void {
  const remote = project.getReflectionsByKind(ReflectionKind.TypeAlias).find(({ name }) => name === "Remote");
  for (const field of project.getReflectionsByKind(ReflectionKind.Property)) {
    if (!remote || !field.isDeclaration() || !field.parent?.name.startsWith("Connected")) continue;
    if (field.type instanceof ReflectionType) field.type.declaration.signatures?.forEach(nameParameters);
    if (!(field.type instanceof ReferenceType) || !field.type.name.endsWith("Control")) continue;
    const type = ReferenceType.createResolvedReference("Remote", remote, project);
    type.typeArguments = [field.type];
    const controls: CommentDisplayPart = { kind: "inline-tag", tag: "@link", text: field.type.name };
    field.comment?.summary.push({ kind: "text", text: " Each method of " }, controls);
    field.comment?.summary.push({ kind: "text", text: " returns a promise." });
    field.type = type;
  }
}

// Shows a rest parameter, whose type is a tuple, as the parameters that a caller passes.
function nameParameters(signature: SignatureReflection): void {
  const { type } = signature.parameters?.[0] ?? {};
  if (!(type instanceof TupleType)) return;
  signature.parameters = type.elements.map((member) => {
    const { name, element } = member as NamedTupleMember;
    return Object.assign(new ParameterReflection(name, ReflectionKind.Parameter, signature), { type: element });
  });
}

/** Links the pages of the client's errors, and of their codes, to the documents about all of them. */
export function linkErrorDocuments(project: ProjectReflection): void {
  const documents =
    "[Error messages](/docs/reference/error-messages.md) and [Handle errors](/docs/guides/handle-errors.md)";
  for (const { name, parent, comment } of Object.values(project.reflections)) {
    const isError = parent?.name === "@knowledge-base/sdk" && /Error(Code)?$/.test(name);
    if (isError) comment?.blockTags.push(new CommentTag("@see", [{ kind: "text", text: documents }]));
  }
}

/** Links the parts of all comments. */
export function linkComments(project: ProjectReflection): void {
  for (const { comment } of Object.values(project.reflections)) {
    if (!comment) continue;
    comment.summary = comment.summary.map((part) => linked(part, project));
    for (const tag of comment.blockTags) tag.content = tag.content.map((part) => linked(part, project));
  }
}

// Links exports that a comment doesn't import, documents by their paths in the repository, and the specification.
function linked(part: CommentDisplayPart, project: ProjectReflection): CommentDisplayPart {
  if (part.kind === "inline-tag" && !part.target) {
    const exports = (project.children ?? []).flatMap(({ children = [] }) => children);
    const target = exports.find((child) => child.name === part.text && !child.isReference());
    return target ? { ...part, target } : part;
  }
  if (part.kind === "relative-link" && part.target !== undefined) {
    const path = project.files.resolve(part.target, project);
    const anchor = part.targetAnchor === undefined ? "" : `#${part.targetAnchor}`;
    return { kind: "text", text: `/${relative("", String(path))}${anchor}` };
  }
  return part.kind === "text" ? { ...part, text: linkSpecification(part.text, "/docs/specification.md") } : part;
}

/** Leaves out what readers don't need: the scope of packages, and where a member comes from. */
export function omitNoise(project: ProjectReflection): void {
  for (const module of project.children ?? []) module.name = module.name.replace("@knowledge-base/", "");
  for (const reflection of Object.values(project.reflections)) {
    if (!(reflection instanceof DeclarationReflection || reflection.isSignature())) continue;
    delete reflection.implementationOf;
    delete reflection.inheritedFrom;
    delete reflection.overwrites;
    if (!(reflection instanceof DeclarationReflection)) continue;
    delete reflection.implementedTypes;
    const { typeHierarchy: parents } = reflection;
    if (!parents || parents.isTarget) continue;
    // The page of a type already shows the fields of a parent that has no page.
    parents.types = parents.types.filter(
      (type) => !(type instanceof ReferenceType && !type.reflection && type.package?.startsWith("@knowledge-base/")),
    );
    if (parents.types.length === 0 && parents.next) reflection.typeHierarchy = parents.next;
  }
}

/** Lists the fields of an input below the function that takes it, unless they have examples on a page of their own. */
export function showFields(project: ProjectReflection): void {
  for (const parameter of project.getReflectionsByKind(ReflectionKind.Parameter)) {
    const owner = parameter.parent?.parent;
    if (!parameter.isParameter() || !owner?.kindOf([ReflectionKind.Function, ReflectionKind.Method])) continue;
    const { type } = parameter;
    const input = type instanceof ReferenceType && type.reflection?.isDeclaration() ? type.reflection : undefined;
    const body = input?.type instanceof ReflectionType ? input.type.declaration.children : input?.children;
    const hasExamples = body?.some(({ comment }) => comment?.getTag("@example"));
    if (!body || hasExamples || !/(Input|Options|Filter|Address)$|^WaitFor/.test(input?.name ?? "")) continue;
    const fields = new DeclarationReflection("fields", ReflectionKind.TypeLiteral, parameter);
    fields.children = body;
    // The plugin for Markdown lists the fields of any type that has a declaration.
    Object.assign(type ?? {}, { declaration: fields });
  }
}
