import { ConfigurationError, InputError, KnowledgeBase, RedirectError, UnauthorizedError } from "@knowledge-base/sdk";
import { describe, expect, it } from "vitest";
import { expectRejection } from "../expect-rejection.ts";
import { createClient, createClientAt, errorBody, everyCall, getIndex } from "./create-client.ts";

/** Returns the message of the error that a function throws. */
function getMessage(run: () => unknown): string {
  try {
    run();
  } catch (error) {
    expect(error).toBeInstanceOf(ConfigurationError);
    return (error as Error).message;
  }
  throw new Error("The function was expected to throw and did not");
}

const input = { brainId: "b" };
const empty = async () => Response.json([]);

describe("an unknown name that is close to a known one", () => {
  it.each([
    ["baseURL", "baseUrl"],
    ["BaseUrl", "baseUrl"],
    ["base_url", "baseUrl"],
    ["apikey", "apiKey"],
    ["retires", "retries"],
    ["timout", "timeout"],
    ["onRequests", "onRequest"],
    ["maxResponseByte", "maxResponseBytes"],
  ])("is an option of a client: %s", (name, known) => {
    const suggestion = `did you mean ${known}?`;
    expect(getMessage(() => new KnowledgeBase({ [name]: 1 }))).toContain(suggestion);
    expect(getMessage(() => new KnowledgeBase().withOptions({ [name]: 1 }))).toContain(suggestion);
  });

  it.each([
    ["timout", "timeout"],
    ["retrys", "retries"],
    ["Signal", "signal"],
    ["header", "headers"],
  ])("is an option of a call: %s", async (name, known) => {
    const error = await expectRejection(ConfigurationError, createClient(empty).promptIndex.get(input, { [name]: 1 }));
    expect(error.message).toContain(`did you mean ${known}?`);
  });

  it.each([
    [{ brainID: "b" }, "brainId"],
    [{ brainid: "b" }, "brainId"],
    [{ brainId: "b", limits: 5 }, "limit"],
    [{ brainId: "b", Limit: 5 }, "limit"],
  ])("is a field of the input: %j", async (given, known) => {
    const error = await expectRejection(InputError, createClient(empty).promptIndex.get(given as never));
    expect(error.message).toContain(`did you mean ${known}?`);
  });

  it.each([
    ["pages.archiv", "pages.archive"],
    ["Pages.Archive", "pages.archive"],
    ["page.archive", "pages.archive"],
    ["promptindex.get", "promptIndex.get"],
    ["binding.update", "bindings.update"],
  ])("is the id of an operation: %s", (id, known) => {
    expect(getMessage(() => createClient(empty).describe(id as never, input as never))).toMatch(
      new RegExp(`did you mean ${known}\\?`, "i"),
    );
  });
});

describe("an unknown name that is close to none", () => {
  it("is shown with the known ones", async () => {
    const kb = createClient(empty);
    for (const message of [
      getMessage(() => new KnowledgeBase({ colour: 1 } as never)),
      getMessage(() => kb.describe("colour" as never, input as never)),
      (await expectRejection(InputError, kb.promptIndex.get({ ...input, colour: 1 } as never))).message,
    ]) {
      expect(message).toContain("colour");
      expect(message).not.toMatch(/did you mean/i);
      expect(message).toMatch(/baseUrl, |pages\.archive|brainId, limit/);
    }
  });
});

describe("the message of a 401", () => {
  it.each(Object.entries(everyCall))("names the option and the variable of the key: %s", async (_, call) => {
    const bodies = [JSON.stringify(errorBody(401, { message: "Invalid x-api-key" })), "", "<h1>401</h1>"];
    for (const body of bodies) {
      const kb = createClient(async () => new Response(body, { status: 401 }));
      const error = await expectRejection(UnauthorizedError, call(kb));
      expect(error.message).toContain("apiKey");
      expect(error.message).toContain("KNOWLEDGE_BASE_API_KEY");
    }
  });
});

describe("the message of a redirect", () => {
  /** The error of a redirect of the prompt index, called with a limit. */
  const redirect = (baseUrl: string, location: string) => {
    const fetch = async () => new Response(null, { status: 308, headers: { location } });
    return expectRejection(
      RedirectError,
      createClientAt(baseUrl, { fetch }).promptIndex.get({ brainId: "b", limit: 3 }),
    );
  };

  it.each([
    ["https://kb.example.com", "https://eu.example.com/v1/brains/b/index?limit=3", "https://eu.example.com"],
    ["http://localhost", "https://localhost/v1/brains/b/index?limit=3", "https://localhost"],
    ["https://kb.example.com", "https://kb.example.com/api/v1/brains/b/index?limit=3", "https://kb.example.com/api"],
    [
      "https://kb.example.com/old",
      "https://kb.example.com/new/v1/brains/b/index?limit=3",
      "https://kb.example.com/new",
    ],
  ])("suggests a base URL that the constructor accepts: %s to %s", async (baseUrl, location, suggested) => {
    const { message } = await redirect(baseUrl, location);
    const urls = (message.match(/https?:\/\/[^\s"'()]+/g) ?? []).map((url) => url.replace(/[.,;/]+$/, ""));
    expect(message).toContain("baseUrl");
    expect(urls).toContain(suggested);
    expect(new KnowledgeBase({ baseUrl: suggested })).toBeInstanceOf(KnowledgeBase);
  });

  it.each([
    "https://login.example.com/sign-in?return=%2Fv1%2Fbrains",
    "https://login.example.com/",
    "/sign-in",
    "not a URL at all:",
    "https://login.example.com/?return=/v1/brains/b/index?limit=3",
    "https://user:password@kb.example.com/v1/brains/b/index?limit=3",
    "https://kb.example.com/v1/brains/b/index/?limit=3",
  ])("suggests no base URL if the location is another page: %s", async (location) => {
    const { message } = await redirect("https://kb.example.com", location);
    expect(message).not.toMatch(/(?:set|make|use|change)\b[^.]*baseUrl[^.]*https?:/i);
    expect(message).not.toContain("set baseUrl to");
  });

  it("suggests no plain http: base URL that the constructor rejects", async () => {
    const { message } = await redirect("https://kb.example.com", "http://kb.example.com/v1/brains/b/index?limit=3");
    expect(message).not.toMatch(/(?:set|make|use|change)\b[^.]*baseUrl[^.]*http:/i);
    expect(message).not.toContain("set baseUrl to");
  });
});

describe("the message of an error status", () => {
  it("never claims that the body is the documented one", async () => {
    for (const status of [400, 401, 403, 404, 429, 500, 503]) {
      for (const body of ["", "<h1>No</h1>", "{}"]) {
        const kb = createClient(async () => new Response(body, { status }), { retries: 0 });
        const result = await getIndex(kb).safe();
        expect(!result.ok && result.error.message).not.toMatch(/is the documented|(?<!not the )documented/);
      }
    }
  });
});
