import type { BindingRecord } from "../database/binding-record.ts";
import { Failure } from "../http/failure.ts";
import { invalid } from "../http/invalid.ts";
import type { Operation } from "./operation.ts";

const flagNames = ["notifyBriefs", "notifyConnections", "notifyChanges"];

export const updateBinding: Operation = ({ database, rules }, { request, parameters: { bindingId }, findBrain }) => {
  const input = new Map(Object.entries(rules.readObject(request.body, request.headers["content-type"] ?? "")));
  const flags = Object.fromEntries(flagNames.map((name) => [name, rules.readFlag(input.get(name), name)]));
  const unknownField = [...input.keys()].find((name) => !flagNames.includes(name));
  if (rules.refusesUnknownFields && unknownField !== undefined) throw invalid(unknownField, "is not a known field");

  const { id: brainId } = findBrain();
  const key = { bindingId, brainId };
  const find = `SELECT * FROM binding_records WHERE ${rules.bindingCondition}`;
  const binding = database.first<BindingRecord>(find, key);
  if (binding === undefined) throw new Failure(404, "Binding not found");
  database.run(rules.updateBinding, { ...key, ...flags });
  return rules.present.binding(database.first<BindingRecord>(find, key) ?? binding, request);
};
