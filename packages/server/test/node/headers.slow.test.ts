import { openConnection, parseResponses } from "@knowledge-base/internal/test-helpers/raw-connection.ts";
import { expect, it } from "vitest";
import { openServerListener } from "../helpers/open-listener.ts";

it("a client whose headers don't arrive within 10 seconds gets a response with 408", { timeout: 30_000 }, async () => {
  const connection = await openConnection(await openServerListener());
  connection.write("GET / HTTP/1.1\r\nhost");
  expect(parseResponses(await connection.rest())).toMatchObject([{ status: 408 }]);
});
