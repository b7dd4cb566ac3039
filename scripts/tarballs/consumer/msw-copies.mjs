// Serves handlers of one copy of msw with another: copies since 2.13 recognize each other's handlers.
import { createReferenceServer } from "@knowledge-base/server";
import { createHandlers } from "@knowledge-base/server/msw";
import * as msw30 from "msw";
import * as node30 from "msw/node";
import * as msw213 from "msw-2.13";
import * as node213 from "msw-2.13/node";
import * as msw215 from "msw-2.15";
import * as node215 from "msw-2.15/node";

const copies = [
  ["2.13", msw213, node213],
  ["2.15", msw215, node215],
  ["3.0", msw30, node30],
];
const server = createReferenceServer({ baseUrl: "https://kb.example.com" });

for (const [creator, { http }] of copies) {
  for (const [user, , { setupServer }] of copies) {
    const handlers = createHandlers(server, { http });
    const interception = setupServer(...handlers);
    interception.listen();
    interception.restoreHandlers();
    interception.use(...handlers);
    interception.resetHandlers(...handlers);
    const { status } = await fetch(`${server.baseUrl}/v1/brains/brain/index`);
    if (status !== 401)
      throw new Error(`Handlers of msw ${creator} do not work with ${user}: the status is ${status}.`);
    interception.close();
  }
}
console.log("copies of msw work");
