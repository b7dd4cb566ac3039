import { Program } from "./program.ts";
import { approve, expect, startConnecting, test } from "./world.ts";

test("the application says what it misses, and shows no secret", async () => {
  await using app = new Program("main.ts", { SESSION_SECRET: "too short", PORT: "no port" });
  expect(await app.exitCode).toBe(1);
  expect(app.output).toContain("KNOWLEDGE_BASE_URL is missing");
  expect(app.output).toContain("KNOWLEDGE_BASE_API_KEY is missing");
  expect(app.output).toContain("SESSION_SECRET is missing or short");
  expect(app.output).toContain("PORT is no number");
  expect(app.output).not.toContain("too short");
});

test("npm start has something to click through, and ends with Ctrl-C", async ({ browser }) => {
  await using demo = new Program("demo.ts", { PORT: "0" });
  const baseURL = await demo.url();
  const page = await browser.newPage({ baseURL });
  await startConnecting(page);
  await approve(page);
  expect(await demo.stop("SIGINT")).toBe(0);
  await expect(fetch(baseURL)).rejects.toThrow();
});
