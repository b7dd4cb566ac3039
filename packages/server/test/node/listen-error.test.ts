import { createReferenceServer } from "@knowledge-base/server";
import { ListenError, type ListenOptions, listen } from "@knowledge-base/server/node";
import { describe, expect, it } from "vitest";

const server = createReferenceServer();

describe("an invalid option is rejected", () => {
  it.each<[options: object, message: string]>([
    [{ port: 65_536 }, "port must be a whole number from 0 to 65535 (got 65536)."],
    [{ port: -1 }, "port must be a whole number from 0 to 65535 (got -1)."],
    [{ port: 80.5 }, "port must be a whole number from 0 to 65535 (got 80.5)."],
    [{ port: Number.NaN }, "port must be a whole number from 0 to 65535 (got NaN)."],
    [{ port: "8080" }, 'port must be a whole number from 0 to 65535 (got "8080").'],
    [{ port: null }, "port must be a whole number from 0 to 65535 (got null)."],
    [{ host: "" }, 'host must be a host name or an IP address, such as 127.0.0.1 (got "").'],
    [{ host: 1 }, "host must be a host name or an IP address, such as 127.0.0.1 (got 1)."],
    [{ bodyLimit: -1 }, "bodyLimit must be a whole number from 0 to 9007199254740991 (got -1)."],
    [{ headersTimeout: -1 }, "headersTimeout must be a whole number from 0 to 86400000 (got -1)."],
    [
      { requestTimeout: Number.POSITIVE_INFINITY },
      "requestTimeout must be a whole number from 0 to 86400000 (got Infinity).",
    ],
    [{ keepAliveTimeout: "5s" }, 'keepAliveTimeout must be a whole number from 0 to 86400000 (got "5s").'],
    [{ unref: "yes" }, 'unref must be true or false (got "yes").'],
    [{ prot: 80 }, "prot is not an option; did you mean port?"],
    [
      4000 as never,
      "options must be an object with any of port, host, bodyLimit, headersTimeout, requestTimeout, keepAliveTimeout, allowedHosts, trustProxy, unref (got 4000).",
    ],
  ])("%o", async (options, message) => {
    await expect(listen(server, options as ListenOptions)).rejects.toThrow(
      expect.objectContaining({ name: "ListenError", code: "INVALID_OPTION", message: `Failed to listen: ${message}` }),
    );
  });

  it("but not one that is undefined", async () => {
    await using listener = await listen(server, { port: undefined, host: undefined, unref: undefined });
    expect(listener.host).toBe("127.0.0.1");
  });
});

/** Calls `listen` as on a version of Node that lacks a function. */
function listenWithout(name: "withResolvers"): Promise<unknown> {
  const present = Promise[name];
  Reflect.deleteProperty(Promise, name);
  try {
    return listen(server);
  } finally {
    Promise[name] = present;
  }
}

describe("a listener that cannot be started explains why", () => {
  it("when Node is too old", async () => {
    await expect(listenWithout("withResolvers")).rejects.toMatchObject({
      name: "ListenError",
      code: "UNSUPPORTED_NODE",
      message: `Failed to listen: Node 22 or later is needed, and this is ${process.versions.node}. Install it from https://nodejs.org.`,
    });
  });

  it("when the port is in use", async () => {
    await using first = await listen(server);
    const { port } = first;
    const failure = await listen(server, { port }).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(ListenError);
    expect(failure).toMatchObject({
      code: "EADDRINUSE",
      message: `Failed to listen on 127.0.0.1 port ${port}: the port is in use. Use another port, or 0 for any free port.`,
      cause: { code: "EADDRINUSE" },
    });
  });

  it("when the address belongs to another machine", async () => {
    await expect(listen(server, { host: "192.0.2.1" })).rejects.toMatchObject({
      code: "EADDRNOTAVAIL",
      message:
        "Failed to listen on 192.0.2.1 port 0: this machine does not have the address. Use one of its addresses, such as 127.0.0.1 or ::1.",
    });
  });

  it("when the host is a URL", async () => {
    await expect(listen(server, { host: "http://localhost" })).rejects.toMatchObject({
      name: "ListenError",
      code: expect.stringMatching(/^(ENOTFOUND|EAI_AGAIN)$/),
      message: expect.stringMatching(/^Failed to listen on http:\/\/localhost port 0: the host name /),
    });
  });

  it.runIf(process.getuid?.() !== 0 && process.platform !== "darwin")("when the port is privileged", async () => {
    await expect(listen(server, { port: 1 })).rejects.toMatchObject({
      code: "EACCES",
      message:
        "Failed to listen on 127.0.0.1 port 1: this process is not allowed to use the port. Use a port of 1024 or higher, or 0 for any free port.",
    });
  });
});
