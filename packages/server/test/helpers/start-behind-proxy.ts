import { readFile } from "node:fs/promises";
import { createServer, request as send } from "node:http";
import { type AddressInfo, connect as openSocket } from "node:net";
import { createReferenceServer } from "@knowledge-base/server";
import { demoSeed } from "@knowledge-base/server/demo";
import { listen } from "@knowledge-base/server/node";
import { onTestFinished } from "vitest";

const certificate = `${import.meta.dirname}/../node/certificate/cert.pem`;

/** The variable with which Node trusts the server of {@link startBehindProxy}. */
export const trustingVariables = { NODE_EXTRA_CA_CERTS: certificate };

/** Starts a demo server and a proxy, which sends all requests to it and lists the hosts that they were meant for. */
export async function startBehindProxy(isSecure: boolean) {
  const key = await readFile(certificate.replace("cert.pem", "key.pem"));
  const tls = isSecure ? { key, cert: await readFile(certificate) } : undefined;
  const server = createReferenceServer({ seed: demoSeed() });
  const { port, close } = await listen(server, { tls, allowedHosts: ["kb.test"] });
  const hosts = new Set<string>();
  const proxy = createServer(({ url = "", method, headers }, response) => {
    const { host, pathname, search } = new URL(url);
    hosts.add(host);
    send({ port, method, headers, path: pathname + search }, (received) => {
      response.writeHead(received.statusCode ?? 0, received.headers);
      received.pipe(response);
    }).end();
  });
  proxy.on("connect", ({ url = "" }, client) => {
    hosts.add(url.replace(/:(80|443)$/, ""));
    const tunnel = openSocket(port, "127.0.0.1", () => client.write("HTTP/1.1 200 OK\r\n\r\n"));
    client.on("error", () => tunnel.destroy());
    tunnel.on("error", () => client.destroy());
    client.pipe(tunnel).pipe(client);
  });
  await new Promise<void>((resolve) => proxy.listen(0, "127.0.0.1", resolve));
  onTestFinished(async () => {
    proxy.close();
    await close({ timeout: 0 });
  });
  const proxyUrl = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`;
  return { apiKey: server.apiKey, port, proxyUrl, hosts };
}
