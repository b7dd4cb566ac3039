import { createHostCheck, isHostName, parseHost } from "@knowledge-base/internal";
import { expect, it } from "vitest";

it.each([
  [[], ["localhost", "app.localhost", "localhost.", "LOCALHOST", "127.1.2.3", "[::1]", "[::ffff:127.0.0.1]"]],
  [["kb.test"], ["kb.test", "KB.test", "kb.test."]],
  [["KB.Test"], ["kb.test"]],
  [[".kb.test"], ["a.kb.test", "a.b.kb.test"]],
  [
    ["10.0.0.1", "2001:DB8::1"],
    ["10.0.0.1", "[2001:db8::1]"],
  ],
  [["*"], ["evil.example", "10.0.0.1"]],
])("the hosts %j are allowed as %j", (allowedHosts, hosts) => {
  const isAllowed = createHostCheck(allowedHosts);
  expect(hosts.filter((host) => !isAllowed(new URL(`http://${host}/`)))).toEqual([]);
});

it.each([
  [
    [],
    ["evil.example", "localhost.evil.example", "127.0.0.1.evil.example", "evillocalhost", "10.0.0.1", "[2001:db8::1]"],
  ],
  [["kb.test"], ["a.kb.test", "evilkb.test", "kb.test.evil.example"]],
  [[".kb.test"], ["kb.test", "evilkb.test"]],
  [["10.0.0.1"], ["10.0.0.2"]],
])("the hosts %j don't allow %j", (allowedHosts, hosts) => {
  const isAllowed = createHostCheck(allowedHosts);
  expect(hosts.filter((host) => isAllowed(new URL(`http://${host}/`)))).toEqual([]);
  expect(isAllowed(undefined)).toBe(false);
});

it.each([
  ["kb.test", "http://kb.test"],
  ["KB.test:8443", "http://kb.test:8443"],
  ["kb.test:80", "http://kb.test"],
  ["[::1]:4000", "http://[::1]:4000"],
  ["", undefined],
  ["user@localhost", undefined],
  ["localhost/path", undefined],
  ["kb test", undefined],
  ["kb.test:99999", undefined],
  ["[::1", undefined],
  ["::1", undefined],
])("the header Host %j has the origin %s", (host, origin) => {
  expect(parseHost(host)?.origin).toBe(origin);
});

it("a host name or an address has no scheme, no port and no brackets", () => {
  const names = ["kb.test", ".kb.test", "*", "KB", "10.0.0.1", "::1", "2001:DB8::1", "::ffff:127.0.0.1"];
  const others = ["", "kb.", "*.kb.test", "kb.test:80", "http://kb", "kb/a", "[::1]", "::1]:80", ":", "1:2", "::g", 5];
  expect([...names, ...others].filter(isHostName)).toEqual(names);
});
