import { overwriteValues } from "@knowledge-base/internal/test-helpers/overwrite-values.ts";
import { expect, it } from "vitest";
import { methodAt } from "../helpers/control-calls.ts";
import { openServer } from "../helpers/open-server.ts";
import { captureRejection, visibleState } from "../helpers/results.ts";
import { samples } from "../helpers/samples.ts";

it.each(samples)("$path changes no input, and keeps no reference to it or to its output", async (sample) => {
  const { path, prepare, input } = sample;
  const [server, other] = [openServer(), openServer()];
  await prepare?.(server);
  const given = structuredClone(input);
  const output = await methodAt(server, path)(given);
  expect(given).toStrictEqual(input);
  for (const value of [given, output]) if (typeof value === "object" && value !== null) overwriteValues(value);
  await prepare?.(other);
  await methodAt(other, path)(input);
  expect(visibleState(server)).toStrictEqual(visibleState(other));
});

const idNames = ["organizationId", "apiKey", "brainId", "slug", "slugs", "installationId", "channelId", "bindingId"];
const ids = samples.flatMap((sample) => {
  const names = idNames.filter((name) => Object.hasOwn(Object(sample.input), name));
  // A filter or an entry may name records that do not exist.
  return /^(journal|deliveries)/.test(sample.path) ? [] : names.map((name) => ({ name, ...sample }));
});

it.each(ids)("$path finds no record if its $name names none", async ({ path, name, task, prepare, input }) => {
  const server = openServer();
  await prepare?.(server);
  const other = { ...Object(input), [name]: name === "slugs" ? ["moon", "sun"] : "moon" };
  const { code, message } = await captureRejection(server, () => methodAt(server, path)(other));
  expect(code).toBe("not_found");
  expect(message).toMatch(new RegExp(`^Failed to ${task}: (there is no|.+ has no) (.+ moon|such key)\\.$`));
});
