import type { AddressInfo } from "node:net";

/** Origin at which a client on this machine reaches an address. */
export function originOf({ address, family, port }: AddressInfo): string {
  if (address === "0.0.0.0") return `http://127.0.0.1:${port}`;
  if (address === "::") return `http://[::1]:${port}`;
  return family === "IPv6" ? `http://[${address.replace(/%.*/, "")}]:${port}` : `http://${address}:${port}`;
}
