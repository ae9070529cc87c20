/** Why nothing is downloaded from an address. */
export type ModelAddressFault =
  | "no-url"
  | "scheme" // neither encrypted nor on this machine
  | "credentials"
  | "no-model" // its file does not have the ending of one
  | "one-of-several" // the file is a part of a model that was split
  | "file-name"; // its last part cannot be a file name on every system

/** What a text is as the address of a model file. `host` as a user reads it, with a port that is not the usual one. */
export type ModelAddress =
  | { readonly type: "ok"; readonly url: string; readonly file: string; readonly host: string }
  | { readonly type: "refused"; readonly reason: ModelAddressFault };

/**
 * Reads the address of a model file as a user enters it. The page on which Hugging Face shows a file stands for the file.
 * A query is kept: some servers need it.
 */
export function readModelAddress(text: string): ModelAddress {
  const trimmed = text.trim();
  if (!URL.canParse(trimmed)) return { type: "refused", reason: "no-url" };
  const url = new URL(trimmed);
  if (!isAllowedSource(url)) return { type: "refused", reason: "scheme" };
  if (url.username !== "" || url.password !== "") return { type: "refused", reason: "credentials" };
  if (url.hostname === "huggingface.co")
    url.pathname = url.pathname.replace(/^(\/[^/]+\/[^/]+)\/blob\//, "$1/resolve/");
  url.hash = "";
  const file = decoded(url.pathname.split("/").at(-1) ?? "");
  const reason = modelFileFault(file);
  return reason === undefined ? { type: "ok", url: url.href, file, host: url.host } : { type: "refused", reason };
}

/** Checks whether a model file may be downloaded from an address: the connection is encrypted, or the server is on this machine. */
export function isAllowedSource({ protocol, hostname }: URL): boolean {
  return protocol === "https:" || (protocol === "http:" && isThisMachine(hostname));
}

/** Finds what is wrong with a name for a model file, whatever the system; `undefined` if nothing is. A path is never a valid name. */
export function modelFileFault(file: string): "no-model" | "one-of-several" | "file-name" | undefined {
  if (!/\.gguf$/i.test(file)) return "no-model";
  if (/-\d{5}-of-\d{5}\.gguf$/i.test(file)) return "one-of-several";
  // Separators, what Windows has another use for, what moves text around, and names of devices whatever their ending.
  const isOdd = /[\p{Cc}\p{Cf}/\\<>:"|?*]/u.test(file) || /^[.\s-]/.test(file);
  const isDevice = /^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/i.test(file);
  return isOdd || isDevice || file.length > MOST_CHARACTERS ? "file-name" : undefined;
}

/** File systems take names of 255 bytes; with the endings of a part this holds for most writing systems. */
const MOST_CHARACTERS = 120;

function isThisMachine(hostname: string): boolean {
  return hostname === "localhost" || hostname === "[::1]" || /^127(\.\d+){3}$/.test(hostname);
}

/** Decodes a name. What cannot be decoded keeps its signs, which no name may have. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text).normalize("NFC");
  } catch {
    return text.replaceAll("%", "/");
  }
}
