import { expect, test } from "vitest";
import fc from "../fastCheck.ts";
import { checkEndpoint, describeEndpointFault } from "../../../extension/core/models/endpoint.ts";

test.each([
  ["https://api.openai.com/v1", "https://api.openai.com/v1", "https://api.openai.com", false],
  [" https://API.openai.com:443/v1/ ", "https://api.openai.com/v1", "https://api.openai.com", false],
  ["https://host", "https://host", "https://host", false],
  ["https://host:8443/a/b//", "https://host:8443/a/b", "https://host:8443", false],
  ["http://localhost:11434/v1", "http://localhost:11434/v1", "http://localhost:11434", true],
  ["http://models.localhost/v1", "http://models.localhost/v1", "http://models.localhost", true],
  ["http://127.0.0.1:8000/v1", "http://127.0.0.1:8000/v1", "http://127.0.0.1:8000", true],
  ["http://127.1/v1", "http://127.0.0.1/v1", "http://127.0.0.1", true],
  ["http://0x7f000001", "http://127.0.0.1", "http://127.0.0.1", true],
  ["http://127.255.3.4", "http://127.255.3.4", "http://127.255.3.4", true],
  ["http://[::1]:80/v1", "http://[::1]/v1", "http://[::1]", true],
  ["http://[::ffff:127.0.0.1]/v1", "http://[::ffff:7f00:1]/v1", "http://[::ffff:7f00:1]", true],
  ["https://localhost/v1", "https://localhost/v1", "https://localhost", true],
])("%s is an address", (address, url, origin, isLoopback) => {
  expect(checkEndpoint(address)).toEqual({ type: "ok", url, origin, isLoopback });
});

test.each([
  ["http://api.openai.com/v1", "http://api.openai.com"],
  ["http://192.168.0.7:8000/v1", "http://192.168.0.7:8000"],
  ["http://0.0.0.0:8000/v1", "http://0.0.0.0:8000"],
  ["http://127.0.0.1.evil.test/v1", "http://127.0.0.1.evil.test"],
  ["http://localhost.evil.test/v1", "http://localhost.evil.test"],
  ["http://evillocalhost/v1", "http://evillocalhost"],
  ["http://[::2]/v1", "http://[::2]"],
  ["http://[::ffff:10.0.0.1]/v1", "http://[::ffff:a00:1]"],
  ["http://[fe80::1]/v1", "http://[fe80::1]"],
])("%s is plain http to another machine", (address, origin) => {
  expect(checkEndpoint(address)).toEqual({ type: "plain-http", url: `${origin}/v1`, origin });
});

test.each([
  ["", "empty"],
  ["  ", "empty"],
  ["api.openai.com/v1", "no-url"],
  ["https://", "no-url"],
  ["localhost:11434/v1", "scheme"],
  ["ftp://host/v1", "scheme"],
  ["file:///etc/passwd", "scheme"],
  ["javascript:alert(1)", "scheme"],
  ["https://user@host/v1", "credentials"],
  ["https://localhost:x@evil.test/v1", "credentials"],
  ["https://host/v1?key=1", "query"],
  ["https://host/v1#a", "query"],
] as const)("%s is refused", (address, reason) => {
  expect(checkEndpoint(address)).toEqual({ type: "refused", reason });
  expect(describeEndpointFault(reason)).toMatch(/^[A-Z].+\.$/);
});

test("whatever is given, plain http is ok only to this machine, and an address stays at its origin", () => {
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string(),
        fc.webUrl(),
        fc.webUrl().map((url) => url.replace("https", "http")),
      ),
      (address) => {
        const check = checkEndpoint(address);
        if (check.type !== "ok") return;
        expect(new URL(check.url).origin).toBe(check.origin);
        expect(check.origin.startsWith("https://") || check.isLoopback).toBe(true);
        expect(checkEndpoint(check.url)).toEqual(check);
      },
    ),
  );
});
