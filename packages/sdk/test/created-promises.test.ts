import { type Attempt, CallPromise, NotFoundError } from "@knowledge-base/sdk";
import { describe, expect, it } from "vitest";

const attempts: readonly Attempt[] = [{ number: 1, started: 5, duration: 7, status: 404 }];
const createError = () => new NotFoundError({ message: "There is no such page.", status: 404, attempts });
const oneAttempt = (status: number) => [
  { number: 1, started: expect.any(Number) as number, duration: expect.any(Number) as number, status },
];

/** Creates a response whose body has been used, in one of several ways. */
const usedResponses: Readonly<Record<string, () => Promise<Response>>> = {
  "has been read": async () => {
    const response = Response.json([]);
    await response.text();
    return response;
  },
  "is being read": async () => {
    const response = Response.json([]);
    response.body?.getReader();
    return response;
  },
};

describe("CallPromise.fromValue", () => {
  it("has one attempt with the status of the response", async () => {
    expect((await CallPromise.fromValue([]).safe()).attempts).toEqual(oneAttempt(200));
    const created = CallPromise.fromValue([], Response.json([], { status: 201 }));
    expect((await created.withResponse()).attempts).toEqual(oneAttempt(201));
    const empty = await CallPromise.fromValue(undefined).withResponse();
    expect([empty.response.status, empty.attempts]).toEqual([204, oneAttempt(204)]);
  });

  it.each(Object.entries(usedResponses))("throws if the body of the response %s", async (_, createResponse) => {
    const response = await createResponse();
    expect(() => CallPromise.fromValue([], response)).toThrow(TypeError);
    expect(() => CallPromise.fromValue([], response)).toThrow(/body/i);
  });

  it("never rejects with safe(), even if the body of the response breaks", async () => {
    const body = new ReadableStream({ pull: (controller) => controller.error(new Error("broken")) });
    const result = await CallPromise.fromValue(1, new Response(body)).safe();
    expect(result).toMatchObject({ ok: true, data: 1 });
    expect(await result.response?.text()).toBe("");
  });
});

describe("CallPromise.fromError", () => {
  it("has the attempts of the error", async () => {
    const result = await CallPromise.fromError(createError()).safe();
    expect(result.attempts).toEqual(attempts);
    expect(result.response).toBeUndefined();
  });

  it.each([new Error("no"), "no", undefined])("has no attempts if the error has none: %s", async (error) => {
    expect((await CallPromise.fromError(error).safe()).attempts).toEqual([]);
  });

  it("has the response that is given", async () => {
    const response = new Response('{"message":"No"}', { status: 404, headers: { "x-request-id": "r" } });
    const call = CallPromise.fromError(createError(), response);
    for (let reads = 0; reads < 2; reads += 1) {
      const result = await call.safe();
      expect([result.ok, result.response?.status, result.response?.headers.get("x-request-id")]).toEqual([
        false,
        404,
        "r",
      ]);
      expect(await result.response?.json()).toEqual({ message: "No" });
    }
  });

  it.each(Object.entries(usedResponses))("throws if the body of the response %s", async (_, createResponse) => {
    const response = await createResponse();
    expect(() => CallPromise.fromError(createError(), response)).toThrow(TypeError);
  });
});
