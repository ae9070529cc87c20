import { runGit, type GitOptions, type GitOutput } from "./runGit.ts";

/** Why a version of a file is not a text to work with. `missing`: a partial clone has not fetched it. */
export type NoText = "missing" | "large" | "binary" | "encoding";

/** Versions of files by git's names for them. */
export interface Blobs {
  readonly type: "blobs";
  readonly texts: ReadonlyMap<string, string>;
  readonly others: ReadonlyMap<string, NoText>;
}

const LARGEST_BYTES = 200_000;
const AT_ONCE = 400;

/** Reads blobs by their names. Asks for their sizes first, so that no large one comes into memory. */
export async function readBlobs(
  directory: string,
  names: readonly string[],
  options: Pick<GitOptions, "isTrusted" | "signal"> = {},
): Promise<Blobs | Exclude<GitOutput, { type: "output" }>> {
  const texts = new Map<string, string>();
  const others = new Map<string, NoText>();
  for (let start = 0; start < names.length; start += AT_ONCE) {
    const asked = names.slice(start, start + AT_ONCE);
    const sizes = await runGit(directory, ["cat-file", "--batch-check"], { ...options, input: lines(asked) });
    if (sizes.type !== "output") return sizes;
    const wanted: string[] = [];
    for (const line of sizes.bytes.toString("utf8").trimEnd().split("\n")) {
      const [name = "", type = "", size = ""] = line.split(" ");
      if (type !== "blob") others.set(name, "missing");
      else if (Number(size) > LARGEST_BYTES) others.set(name, "large");
      else wanted.push(name);
    }
    if (wanted.length === 0) continue;
    const out = await runGit(directory, ["cat-file", "--batch"], { ...options, input: lines(wanted) });
    if (out.type !== "output") return out;
    readBatch(out.bytes, texts, others);
  }
  return { type: "blobs", texts, others };
}

function lines(names: readonly string[]): string {
  return `${names.join("\n")}\n`;
}

function readBatch(out: Buffer, texts: Map<string, string>, others: Map<string, NoText>): void {
  const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
  for (let offset = 0; offset < out.length;) {
    const end = out.indexOf(10, offset);
    const [name = "", type = "", size = ""] = out.toString("utf8", offset, end).split(" ");
    offset = end + 1;
    if (type !== "blob") continue;
    const bytes = out.subarray(offset, offset + Number(size));
    offset += Number(size) + 1;
    if (bytes.includes(0)) others.set(name, "binary");
    else {
      try {
        texts.set(name, decoder.decode(bytes));
      } catch {
        others.set(name, "encoding");
      }
    }
  }
}
