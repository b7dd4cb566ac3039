import { expect, it } from "vitest";
import { openServerListener } from "../helpers/open-listener.ts";
import { openConnection, parseResponses } from "../helpers/raw-connection.ts";

it("a client whose headers do not arrive within 10 seconds gets a response with 408", { timeout: 30_000 }, async () => {
  const connection = await openConnection(await openServerListener());
  connection.write("GET / HTTP/1.1\r\nhost");
  expect(parseResponses(await connection.rest())).toMatchObject([{ status: 408 }]);
});
