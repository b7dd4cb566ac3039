import { readConfiguration } from "./src/configuration.ts";
import { startApp } from "./src/start-app.ts";

try {
  const url = await startApp(readConfiguration(process.env));
  console.log(`Listening on ${url}`);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
