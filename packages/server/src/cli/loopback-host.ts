import { lookup } from "node:dns/promises";
import { isIP } from "node:net";
import { isLoopback } from "../node/allowed-hosts.ts";

/** Checks whether only this machine can reach a host to listen on. A name that cannot be looked up counts as such. */
export async function isLoopbackHost(host: string): Promise<boolean> {
  if (isIP(host) !== 0) return isLoopback(host);
  try {
    const addresses = await lookup(host, { all: true });
    return addresses.every(({ address }) => isLoopback(address));
  } catch {
    return true;
  }
}
