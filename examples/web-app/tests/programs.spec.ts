import { once } from "node:events";
import { connect } from "node:net";
import { approve, expect, startConnecting, test } from "./fixtures.ts";
import { Program } from "./program.ts";

test("the application lists missing variables, and shows no secret", async () => {
  await using app = new Program("main.ts", { SESSION_SECRET: "too short", PORT: "65536" });
  expect(await app.exitCode).toBe(1);
  expect(app.output).toContain("KNOWLEDGE_BASE_URL is missing");
  expect(app.output).toContain("KNOWLEDGE_BASE_API_KEY is missing");
  expect(app.output).toContain("SESSION_SECRET is missing or short");
  expect(app.output).toContain("PORT is no port");
  expect(app.output).not.toContain("too short");
});

test("npm start starts a working demo, and ends with Ctrl-C", async ({ browser }) => {
  await using demo = new Program("demo.ts", { PORT: "0" });
  const baseURL = await demo.url();
  const page = await browser.newPage({ baseURL });
  await startConnecting(page);
  await approve(page);
  expect(await demo.stop("SIGINT")).toBe(0);
  await expect(fetch(baseURL)).rejects.toThrow();
});

for (const file of ["main.ts", "demo.ts"]) {
  test(`${file} says which port it cannot take`, async ({ setup }) => {
    const port = new URL(setup.appUrl).port;
    await using app = new Program(file, { ...setup.environment, PORT: port });
    expect(await app.exitCode).toBe(1);
    expect(app.output).toMatch(new RegExp(`^Failed to listen on port ${port}: .*EADDRINUSE.* PORT .*\n$`));
  });
}

test("the application ends although a browser opened a connection that it has not used", async ({ setup }) => {
  await using app = new Program("main.ts", setup.environment);
  const connection = connect(Number(new URL(await app.url()).port), "localhost");
  await once(connection, "connect");
  expect(await app.stop()).toBe(0);
});
