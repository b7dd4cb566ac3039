import { isHostName, parseHost } from "@knowledge-base/internal/hosts";
import { expect, it } from "vitest";

it.each([
  { host: "kb.test", origin: "http://kb.test" },
  { host: "KB.test:8443", origin: "http://kb.test:8443" },
  { host: "kb.test:80", origin: "http://kb.test" },
  { host: "[::1]:4000", origin: "http://[::1]:4000" },
  { host: "", origin: undefined },
  { host: "user@localhost", origin: undefined },
  { host: "localhost/path", origin: undefined },
  { host: "kb test", origin: undefined },
  { host: "kb.test:99999", origin: undefined },
  { host: "[::1", origin: undefined },
  { host: "::1", origin: undefined },
])("the header Host $host has the origin $origin", ({ host, origin }) => {
  expect(parseHost(host)?.origin).toBe(origin);
});

it("a host name or an address has no scheme, no port and no brackets", () => {
  const names = ["kb.test", ".kb.test", "*", "KB", "10.0.0.1", "::1", "2001:DB8::1", "::ffff:127.0.0.1"];
  const others = ["", "kb.", "*.kb.test", "kb.test:80", "http://kb", "kb/a", "[::1]", "::1]:80", ":", "1:2", "::g", 5];
  expect([...names, ...others].filter(isHostName)).toEqual(names);
});
