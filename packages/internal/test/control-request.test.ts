import { requestControl } from "@knowledge-base/internal/control-request";
import { expect, it } from "vitest";

it("sends a token and a body to the controls, if there are any", async () => {
  const sent: unknown[] = [];
  const fetch = async (url: string, init: RequestInit) => {
    sent.push([url, init]);
    return new Response();
  };
  await requestControl({ baseUrl: "http://x", fetch, token: "" }, "state", { organization: undefined }, {});
  await requestControl({ baseUrl: "http://x", fetch, token: "t" }, "state", { organization: "a" }, { body: "{}" });
  const headers = { "content-type": "application/json", authorization: "Bearer t" };
  expect(sent).toEqual([
    ["http://x/_control/state", { method: "POST", headers: {}, redirect: "manual" }],
    ["http://x/_control/state?organization=a", { method: "POST", headers, redirect: "manual", body: "{}" }],
  ]);
});
