import { describe, expect, it } from "vitest";
import { openServer } from "../open-server.ts";
import { captureRejection } from "./capture-rejection.ts";

describe("the redirect URL of an organization", () => {
  it.each(["https://app.example", "http://127.0.0.1:8080/done?a=b#c", "HTTPS://APP.EXAMPLE/"])(
    "may be %s",
    (redirectUrl) => {
      const { organizations } = openServer().control;
      expect(organizations.create({ redirectUrl })).toMatchObject({ redirectUrl });
      expect(organizations.update({ organizationId: "org_north", redirectUrl })).toMatchObject({ redirectUrl });
    },
  );

  it.each([
    "",
    "/done",
    "//app.example",
    "app.example",
    "javascript:alert(1)",
    "ftp://app.example",
    "https://",
    "https://a b",
    "http:app.example",
    " https://app.example",
    "https:/app.example",
  ])("may not be '%s'", (redirectUrl) => {
    const server = openServer();
    const { organizations } = server.control;
    const problem = { path: "redirectUrl", message: "must be a URL that begins with https:// or http://" };
    const acts = {
      create: () => organizations.create({ redirectUrl }),
      change: () => organizations.update({ organizationId: "org_north", redirectUrl }),
    };
    for (const [verb, act] of Object.entries(acts)) {
      expect(captureRejection(server, act)).toEqual({
        code: "invalid_input",
        message: `Failed to ${verb} an organization: ${problem.path} ${problem.message}.`,
        problems: [problem],
      });
    }
  });
});
