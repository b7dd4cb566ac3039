import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import { ListenError } from "./listen-error.ts";
import type { ListenSettings } from "./listen-options.ts";

const advice: { readonly [Code in string]?: string } = {
  EADDRINUSE: "the port is in use. Take another port, or 0 for any free one.",
  EACCES: "this process may not take the port. Take a port from 1024 on, or 0 for any free one.",
  EADDRNOTAVAIL: "this machine has no such address. Take one that it has, such as 127.0.0.1 or ::1.",
  ENOTFOUND: "the host name is not known. Give a host name or an IP address, without a scheme, brackets or a port.",
  EAI_AGAIN: "the host name cannot be looked up now. Give an IP address, such as 127.0.0.1.",
};

/**
 * Starts to listen.
 *
 * @throws {@link ListenError}
 */
export function openSocket(
  server: Server,
  { port, host }: Pick<ListenSettings, "port" | "host">,
): Promise<AddressInfo> {
  return new Promise((resolve, reject) => {
    const fail = (cause: NodeJS.ErrnoException) => {
      const { code = "UNKNOWN" } = cause;
      const reason = advice[code] ?? `the system answered ${code}. Take another port or host.`;
      reject(new ListenError(code, `Failed to listen on ${host} port ${port}: ${reason}`, { cause }));
    };
    server.once("error", fail);
    server.listen({ port, host }, () => {
      server.off("error", fail);
      resolve(server.address() as AddressInfo);
    });
  });
}
