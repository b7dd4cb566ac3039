import { readFile } from "node:fs/promises";
import { conformanceCases } from "@knowledge-base/conformance";
import { KnowledgeBase } from "@knowledge-base/sdk";
import { createReferenceServer } from "@knowledge-base/server";
import { demoSeed } from "@knowledge-base/server/demo";
import { bundledBytes, oneCall } from "../../../scripts/bundled-bytes.ts";
import { markdownFiles, readBlocks } from "../../test/blocks.ts";
import { shortenedJson } from "../src/home/shortened-json.ts";

/** The data of the home page: its program, the output and requests of that program, and the facts. */
export interface HomeData {
  /** The program of the home page, with what it prints and its requests. */
  readonly program: string;
  readonly output: readonly string[];
  readonly exchanges: readonly HomeExchange[];
  readonly facts: readonly HomeFact[];
}

export interface HomeExchange {
  readonly method: string;
  readonly path: string;
  readonly status: number;
  /** Body of the response, in JSON. */
  readonly body: string;
}

export interface HomeFact {
  readonly number: string;
  readonly text: string;
}

/** Runs the program of the home page, and measures the facts that the page states. */
export async function homeData(): Promise<HomeData> {
  const program = (await readFile("docs/website/src/home/home-program.ts", "utf8")).trimEnd();
  return { program, ...(await run(program)), facts: await measureFacts() };
}

async function run(program: string): Promise<Pick<HomeData, "output" | "exchanges">> {
  const server = createReferenceServer({ seed: demoSeed() });
  const { baseUrl, apiKey } = server;
  const output: string[] = [];
  const exchanges: HomeExchange[] = [];
  const fetch: typeof globalThis.fetch = async (input, init) => {
    const request = new Request(input, init);
    const response = await server.fetch(request);
    const { pathname, search } = new URL(request.url);
    const body = shortenedJson(await response.clone().text());
    exchanges.push({ method: request.method, path: `${pathname}${search}`, status: response.status, body });
    return response;
  };
  const log = (...values: unknown[]) => output.push(values.join(" "));
  const AsyncFunction: FunctionConstructor = Object.getPrototypeOf(run).constructor;
  await new AsyncFunction("kb", "console", program)(new KnowledgeBase({ baseUrl, apiKey, fetch }), { log });
  return { output, exchanges };
}

async function measureFacts(): Promise<readonly HomeFact[]> {
  const libraries = await installedLibraries();
  const programs = countPrograms();
  const kilobytes = Math.ceil((await bundledBytes(oneCall, ["@knowledge-base/source"])) / 1024);
  return [
    { number: `${kilobytes} KB`, text: "What the client adds to your bundle, minified and gzipped" },
    { number: `${libraries.length}`, text: `Libraries that the client needs: ${libraries.join(" and ")}` },
    { number: `${conformanceCases.length}`, text: "Conformance cases for any implementation of the service" },
    { number: `${programs}`, text: "Programs on this site; our tests run all of them" },
  ];
}

/** Returns the packages of others that the client needs. */
async function installedLibraries(): Promise<readonly string[]> {
  const manifests = await Promise.all(
    ["sdk", "types"].map((name) => readFile(`packages/${name}/package.json`, "utf8")),
  );
  const dependencies = manifests.flatMap((text) => Object.keys(JSON.parse(text).dependencies));
  return dependencies.filter((name) => !name.startsWith("@knowledge-base/"));
}

/** Returns how many blocks of the documents are run as programs or tests. */
function countPrograms(): number {
  return markdownFiles
    .flatMap(readBlocks)
    .filter(({ language, exemption }) => language === "ts" && exemption === undefined).length;
}
