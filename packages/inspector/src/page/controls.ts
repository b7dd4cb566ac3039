import { fieldsOf } from "@knowledge-base/internal/json";
import { contract } from "@knowledge-base/types";
import type { JsonSchema } from "@knowledge-base/types/openapi";
import type { TemplateResult } from "lit-html";
import type { ControlDescription } from "./control-document.ts";
import { actionButton, type Field, formButton } from "./forms.ts";
import type { Choices } from "./parts.ts";
import {
  type AnyRecord,
  addressOf,
  type Ids,
  linkToRecord,
  recordKinds,
  type ShownKind,
  suggestValues,
} from "./records/record-kinds.ts";
import { linkTo } from "./routes.ts";
import { type AnyControlPath, callControl } from "./server.ts";
import { getState, replaceRoute } from "./store.ts";

// Buttons and forms of controls, as the server's document describes them: a new control or field needs no line here.

function describeControl(path: AnyControlPath): ControlDescription & { readonly schema: JsonSchema } {
  const control = getState().document?.paths[`/_control/${path}`]?.post;
  if (!control) throw new Error(`The server's document has no control ${path}.`);
  return { ...control, schema: control.requestBody?.content["application/json"].schema ?? {} };
}

interface ControlButtonOptions {
  /** A form begins with its values, and sends only those that the user changes: a program may have changed others meanwhile. */
  readonly record?: AnyRecord | undefined;
  readonly isDisabled?: boolean;
  /** Address of the view that follows. */
  readonly next?: string | undefined;
}

/**
 * Renders a button that calls a control. A form asks for the fields that aren't known, or whether to delete.
 *
 * @param known - fields of the input, and the id of the organization to which the call is confined
 */
export function controlButton(path: AnyControlPath, known: Ids, options: ControlButtonOptions = {}): TemplateResult {
  const { summary, description, schema, "x-destructive": isDestructive = false } = describeControl(path);
  const { record = {}, isDisabled = false, next } = options;
  const { required = [] } = schema;
  const done = `Done: ${summary}.`;
  const describeForm = () => ({
    name: summary,
    text: description.split("\n\n", 1).join(),
    fields: schemaFields(schema, known, record),
    submit: "OK",
    isDestructive,
    done,
    run: async (input: object) => {
      const changed = Object.entries(input).filter(
        ([name, value]) => required.includes(name) || value !== record[name],
      );
      await callControl(path, { ...known, ...Object.fromEntries(changed) });
      if (next !== undefined) replaceRoute(next);
    },
  });
  const isComplete = Object.keys(schema.properties ?? {}).every((name) => name in known);
  if (isComplete && !isDestructive) return actionButton(summary, done, () => callControl(path, known), { isDisabled });
  return formButton(summary, describeForm, { isDisabled });
}

// They only read, and the page shows what they return.
const readers = ["get", "rankPages"];

/** Renders a button for each control that changes a record or does something with it. */
export function recordButtons(kind: ShownKind, ids: Ids, record: AnyRecord): readonly TemplateResult[] {
  const { referenceField } = recordKinds[kind];
  const names = Object.keys(getState().document?.paths ?? {}).flatMap((path) => {
    const [, , group, name = ""] = path.split("/");
    return group === kind && !readers.includes(name) ? [`${kind}/${name}` as AnyControlPath] : [];
  });
  const paths = names.filter((path) => describeControl(path).schema.required?.includes(referenceField));
  const { parent } = recordKinds[kind];
  const list = parent ? linkToRecord(parent, ids, kind) : linkTo("state");
  return paths.map((path) => {
    const next = describeControl(path)["x-destructive"] ? list : undefined;
    return controlButton(path, addressOf(kind, ids), { record, next });
  });
}

/** Returns the fields of a form for the values of a schema, without the known ones; the required ones come first. */
export function schemaFields(schema: JsonSchema, known: Ids, record: AnyRecord = {}): Field[] {
  const { properties = {}, required = [] } = schema;
  const fields = Object.entries(properties).filter(([name]) => !(name in known));
  return fields
    .map(([name, field]) => ({
      ...describeField(name, field),
      isRequired: required.includes(name),
      initial: record[name],
      suggestions: name === "operation" ? operations : suggestValues(name, known),
    }))
    .toSorted((left, right) => Number(right.isRequired) - Number(left.isRequired));
}

const operations: Choices = Object.keys(contract).map((id) => [id, id]);

// Texts with several lines. JSON Schema has no keyword for them.
const longTexts = ["summary", "body"];

function describeField(name: string, schema: JsonSchema): Field {
  const { type = [], description, anyOf = [] } = schema;
  const types = [type].flat();
  const isTime = [schema, ...anyOf].some(({ format }) => format === "date-time");
  return {
    name,
    // The page shows all times in UTC, which is also what the server takes a time without an offset for.
    title: isTime ? `${name} (UTC)` : name,
    type: isTime ? "datetime-local" : "text",
    description,
    placeholder: schema.default === undefined ? description : `Default: ${JSON.stringify(schema.default)}`,
    choices: schema.enum ?? (types.includes("boolean") ? ["true", "false"] : undefined),
    isLong: longTexts.includes(name) || types.includes("object") || types.includes("array"),
    isJson: !isTime && !types.includes("string"),
    isRemovable: types.includes("null") || anyOf.some((each) => each.type === "null"),
  };
}

/** Returns the kinds of faults, with the schemas of their fields. */
export function faultSchemas(): ReadonlyMap<string, JsonSchema> {
  const { anyOf = [] } = getState().document?.components.schemas.Fault ?? {};
  return new Map(anyOf.map((schema) => [String(fieldsOf(schema.properties?.["kind"])["const"]), schema]));
}
