import { once } from "node:events";
import { connect } from "node:net";
import { RawConnection } from "../node/raw-connection.ts";

/** Opens a connection, which is closed at the latest when the server ends. */
export async function openConnection({ host, port }: { host: string; port: number }): Promise<RawConnection> {
  const socket = connect(port, host);
  await once(socket, "connect");
  return new RawConnection(socket);
}
