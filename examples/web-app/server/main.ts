import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { getRequestListener } from "@hono/node-server";
import { createApp } from "./app.ts";
import { connectMessaging } from "./messaging.ts";

const { KNOWLEDGE_BASE_URL: baseUrl = "http://127.0.0.1:4000", PORT = "3000" } = process.env;

const app = createApp({ baseUrl, messaging: await connectMessaging(baseUrl) });
const handleRequest = getRequestListener(app.fetch);
const server = createServer((request, response) => void handleRequest(request, response));
await once(server.listen(Number(PORT), "localhost"), "listening");
console.log(`App at http://localhost:${(server.address() as AddressInfo).port}`);
