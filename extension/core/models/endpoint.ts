import { withoutEnd } from "../text/trimEnd.ts";

/** Why a text is not the address of a provider. */
export type EndpointFault = "empty" | "no-url" | "scheme" | "credentials" | "query";

/** What a text is as the address of a provider. `url` has no slash at its end; a key is bound to `origin`. */
export type EndpointCheck =
  /** Encrypted, or on this machine. */
  | { readonly type: "ok"; readonly url: string; readonly origin: string; readonly isLoopback: boolean }
  /** What is sent can be read on the way; the user has to agree first. */
  | { readonly type: "plain-http"; readonly url: string; readonly origin: string }
  | { readonly type: "refused"; readonly reason: EndpointFault };

/**
 * Reads a base URL as a user enters it. Names and passwords in it are refused, since they would be shown and logged, and
 * so are a query and a fragment, which would be lost when a path is added.
 */
export function checkEndpoint(address: string): EndpointCheck {
  const trimmed = address.trim();
  if (trimmed === "") return { type: "refused", reason: "empty" };
  if (!URL.canParse(trimmed)) return { type: "refused", reason: "no-url" };
  const { href, origin, protocol, hostname, username, password } = new URL(trimmed);
  if (protocol !== "https:" && protocol !== "http:") return { type: "refused", reason: "scheme" };
  if (username !== "" || password !== "") return { type: "refused", reason: "credentials" };
  if (/[?#]/.test(href)) return { type: "refused", reason: "query" };
  const url = withoutEnd(href, "/");
  const loopback = isLoopback(hostname);
  if (protocol === "http:" && !loopback) return { type: "plain-http", url, origin };
  return { type: "ok", url, origin, isLoopback: loopback };
}

/** Describes a fault in one sentence for the user. */
export function describeEndpointFault(fault: EndpointFault): string {
  return {
    empty: "The address is empty.",
    "no-url": "This is no address. It begins with https://, as in https://api.example.com/v1.",
    scheme: "The address has to begin with https://, or with http:// for a server on this machine.",
    credentials: "The address must not hold a name or a password. Set the key by itself.",
    query: "The address must not hold a question mark or a number sign.",
  }[fault];
}

/** `URL` has brought the host into one form before: lower case, an address of IPv4 as four decimal numbers. */
function isLoopback(host: string): boolean {
  return (
    host === "localhost" ||
    host.endsWith(".localhost") ||
    host === "[::1]" ||
    /^127(\.\d+){3}$/.test(host) ||
    /^\[::ffff:7f[\da-f]{2}:[\da-f]{1,4}\]$/.test(host)
  );
}
