/** What a vendor says about an error, taken from whatever shape its body has. */
export interface VendorError {
  /** For people; empty if nothing is said. Not cleaned yet. */
  readonly message: string;
  /** Words for programs: code, type and the field it is about. */
  readonly marks: readonly string[];
}

/** Reads a body, or the error object within a stream. A page of HTML says nothing. */
export function readVendorError(body: unknown): VendorError {
  const value = typeof body === "string" ? parseJson(body) : body;
  if (typeof value === "string") return { message: /^\s*</.test(value) ? "" : value, marks: [] };
  return { message: messageOf(value, 0), marks: marksOf(value, 0) };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** Where the message may be, the likeliest first. `input`, which FastAPI's servers add, holds what was sent: never read. */
const messageFields = ["error", "message", "msg", "detail"];

function messageOf(value: unknown, depth: number): string {
  if (typeof value === "string") return value;
  if (depth > 4 || typeof value !== "object" || value === null) return "";
  if (Array.isArray(value)) {
    const parts = value.slice(0, 3).map((part: unknown) => messageOf(part, depth + 1));
    return parts.filter((part) => part !== "").join("; ");
  }
  const place = "loc" in value && Array.isArray(value.loc) ? `${value.loc.map(String).join(".")}: ` : "";
  for (const field of messageFields) {
    const message = messageOf(fieldOf(value, field), depth + 1);
    if (message !== "") return place + message;
  }
  return "";
}

function marksOf(value: unknown, depth: number): readonly string[] {
  if (depth > 4 || typeof value !== "object" || value === null) return [];
  if (Array.isArray(value)) return value.slice(0, 8).flatMap((part: unknown) => marksOf(part, depth + 1));
  const own = ["code", "type", "param", "loc"].flatMap((field) => [fieldOf(value, field)].flat());
  return [
    ...own.filter((mark) => typeof mark === "string" || typeof mark === "number").map(String),
    ...messageFields.flatMap((field) => marksOf(fieldOf(value, field), depth + 1)),
  ];
}

function fieldOf(value: object, field: string): unknown {
  return Object.getOwnPropertyDescriptor(value, field)?.value;
}

/** What must not be in a message to the user. */
export interface Secrets {
  readonly key: string | undefined;
  /** What was sent: the file among it. */
  readonly texts: readonly string[];
}

/**
 * Quotes the vendor's words for a message to the user: one line of at most 200 characters without control characters, in quotes after a
 * blank. Empty if there are none, or if they quote the key or what was sent.
 */
export function quoteVendor(message: string, secrets: Secrets): string {
  const line = message
    .slice(0, 4_000)
    // Control characters, and those that reorder or hide text.
    .replace(/[\p{Cc}\p{Cf}\p{Cs}\p{Co}\u2028\u2029]+/gu, " ")
    .replace(/\s+/g, " ")
    .trim();
  const short = line.length > 200 ? `${line.slice(0, 199).trimEnd()}…` : line;
  if (short === "" || holdsSecret(short, secrets)) return "";
  return ` “${short}”`;
}

/** As many letters in a row as two texts do not share by chance. */
const sharedByChance = 16;

/** The same for a key, of which vendors that mask it still show the ends. */
const keySharedByChance = 6;

function holdsSecret(line: string, { key, texts }: Secrets): boolean {
  const letters = bare(line);
  const keyLetters = bare(key ?? "");
  for (let start = 0; start + keySharedByChance <= keyLetters.length; start++) {
    if (letters.includes(keyLetters.slice(start, start + keySharedByChance))) return true;
  }
  if (letters.length < sharedByChance)
    return texts.some((text) => letters.length >= 12 && bare(text).includes(letters));
  const sent = texts.map(bare);
  for (let start = 0; start + sharedByChance <= letters.length; start++) {
    const run = letters.slice(start, start + sharedByChance);
    if (sent.some((text) => text.includes(run))) return true;
  }
  return false;
}

/** Without what changes when a text is quoted: blanks, line ends, escapes, entities, quotation marks and case. */
function bare(text: string): string {
  return (
    text
      // More than once: a quote of a quote. Backslashes before an escape go below.
      .replace(/&(?:amp;|#38;|#x26;)+/gi, "&")
      .replace(
        /\\(?:u\{([\da-f]{1,6})\}|u([\da-f]{4})|x([\da-f]{2}))/gi,
        (_, braced?: string, four?: string, two?: string) => character(parseInt(braced ?? four ?? two ?? "", 16)),
      )
      .replace(/&#(?:x([\da-f]{1,6})|(\d{1,7}));/gi, (_, hex: string | undefined, decimal: string | undefined) =>
        character(hex === undefined ? Number(decimal) : parseInt(hex, 16)),
      )
      .replace(/&(lt|gt|quot|apos|nbsp|amp);/gi, (_, name: string) => entities.get(name.toLowerCase()) ?? "")
      .replace(/\\[nrt]|[\s\\"'`\p{Cc}\p{Cf}]/gu, "")
      .toLowerCase()
  );
}

const entities = new Map([
  ["lt", "<"],
  ["gt", ">"],
  ["amp", "&"],
]);

/** Halves of pairs come one after the other, so they are taken as they are. */
function character(code: number): string {
  return code <= 0xff_ff ? String.fromCharCode(code) : code <= 0x10_ff_ff ? String.fromCodePoint(code) : "";
}
