import { createHostCheck, isHostName, parseHost } from "@knowledge-base/internal";
import { expect, it } from "vitest";

it.each([
  {
    allowedHosts: [],
    hosts: ["localhost", "app.localhost", "localhost.", "LOCALHOST", "127.1.2.3", "[::1]", "[::ffff:127.0.0.1]"],
  },
  { allowedHosts: ["kb.test"], hosts: ["kb.test", "KB.test", "kb.test."] },
  { allowedHosts: ["KB.Test"], hosts: ["kb.test"] },
  { allowedHosts: [".kb.test"], hosts: ["a.kb.test", "a.b.kb.test"] },
  { allowedHosts: ["10.0.0.1", "2001:DB8::1"], hosts: ["10.0.0.1", "[2001:db8::1]"] },
  { allowedHosts: ["*"], hosts: ["evil.example", "10.0.0.1"] },
])("the hosts $allowedHosts are allowed as $hosts", ({ allowedHosts, hosts }) => {
  const isAllowed = createHostCheck(allowedHosts);
  expect(hosts.filter((host) => !isAllowed(new URL(`http://${host}/`)))).toEqual([]);
});

it.each([
  {
    allowedHosts: [],
    hosts: [
      "evil.example",
      "localhost.evil.example",
      "127.0.0.1.evil.example",
      "evillocalhost",
      "10.0.0.1",
      "[2001:db8::1]",
    ],
  },
  { allowedHosts: ["kb.test"], hosts: ["a.kb.test", "evilkb.test", "kb.test.evil.example"] },
  { allowedHosts: [".kb.test"], hosts: ["kb.test", "evilkb.test"] },
  { allowedHosts: ["10.0.0.1"], hosts: ["10.0.0.2"] },
])("the hosts $allowedHosts don't allow $hosts", ({ allowedHosts, hosts }) => {
  const isAllowed = createHostCheck(allowedHosts);
  expect(hosts.filter((host) => isAllowed(new URL(`http://${host}/`)))).toEqual([]);
  expect(isAllowed(undefined)).toBe(false);
});

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
