import type { ReferenceServer } from "@knowledge-base/server";
import { type GrowingCost, once, rejected } from "./growing-cost.ts";
import { brainId, numbers, open } from "./growing-records.ts";

const page = { brainId, title: "Tide" };

const named = (count: number, value: unknown) =>
  Object.fromEntries(numbers(count).map((index) => [`name${index}`, value])) as never;

/** Inputs with a number of problems. */
export const inputsWithProblems: Readonly<Record<string, (count: number) => (server: ReferenceServer) => unknown>> = {
  "texts of a page": (count) => {
    const entities = numbers(count) as never;
    return ({ control }) => control.pages.create({ ...page, entities });
  },
  "sources of a page": (count) => {
    const sources = numbers(count) as never;
    return ({ control }) => control.pages.create({ ...page, sources });
  },
  "texts of a source": (count) => {
    const sources = [{ ingestSourceId: "a", chunkUuids: numbers(count) as never }];
    return ({ control }) => control.pages.create({ ...page, sources });
  },
  "texts of a page in a state": (count) => {
    const pages = [{ ...page, entities: numbers(count) as never }];
    return (server) => server.seed({ version: 1, pages });
  },
  "texts of an entry": (count) => {
    const entry = { ignoredFields: numbers(count), truncatedFields: numbers(count) } as never;
    return ({ journal }) => journal.explain(entry);
  },
  "values of headers": (count) => {
    const headers = named(count, 1);
    return ({ faults }) => faults.add({ kind: "response", status: 200, headers });
  },
  "names of headers": (count) => {
    const headers = Object.fromEntries(numbers(count).map((index) => [`a b${index}`, ""]));
    return ({ faults }) => faults.add({ kind: "response", status: 200, headers });
  },
  "fields of a fault's input": (count) => {
    const input = named(count, 1);
    return ({ faults }) => faults.add({ kind: "hang", input });
  },
  "fields of a filter": (count) => {
    const input = named(count, 1);
    return ({ journal }) => journal.entries({ input });
  },
  "unknown fields": (count) => {
    const input = named(count, 1) as object;
    return ({ control }) => control.pages.create({ ...page, ...input });
  },
  "arrays of a state": (count) => {
    const state = named(count, 1);
    return (server) => server.seed(state);
  },
};

/** Rejections of those inputs, and of a state. */
export const growingProblems: readonly GrowingCost[] = [
  ...Object.entries(inputsWithProblems).map(([what, create]) => ({
    what,
    size: 8000,
    prepare(size: number) {
      const act = create(size);
      return once(open(), (server) => rejected(() => act(server)));
    },
  })),
  {
    what: "a filter of a wait that ends without a match",
    size: 10_000,
    prepare(size) {
      const path = `/${"%3".repeat(size)}%31`;
      const { journal } = open();
      return () => journal.waitFor({ path, timeout: 0 }).catch(() => {});
    },
  },
  {
    what: "keys of a request in the journal",
    size: 100,
    prepare(size) {
      const server = open();
      const key = numbers(size)
        .map((index) => `wrong_key_${index}`)
        .join(",");
      const url = `${server.baseUrl}/v1/x?q=${"\\".repeat(2000)}`;
      return async () => {
        await server.fetch(url, { headers: { "x-api-key": key } });
        return [server.journal.summaries(), server.journal.entries()];
      };
    },
  },
  {
    what: "records with an unknown field of their own",
    size: 1000,
    prepare(size) {
      const pages = numbers(size).map((index) => ({ ...page, slug: `${index}`, [`summari${index}`]: "" }));
      return once(open(), (server) => rejected(() => server.seed({ version: 1, pages })));
    },
  },
];
