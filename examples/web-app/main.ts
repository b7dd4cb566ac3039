import { readConfiguration } from "./src/configuration.ts";
import { startApp } from "./src/start-app.ts";

try {
  const app = await startApp(readConfiguration(process.env));
  console.log(`Listening on ${app.url}`);
  process.once("SIGINT", app.close).once("SIGTERM", app.close);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
