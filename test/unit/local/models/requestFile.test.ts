import { expect, test } from "vitest";
import { catalog } from "../../../../extension/local/models/catalog.ts";
import { publishedDigest } from "../../../../extension/local/models/requestFile.ts";
import { readModelAddress } from "../../../../extension/core/models/modelAddress.ts";

const digest = "0123456789abcdef".repeat(4);

function check(headers: Record<string, string>, hostname: string, want: string | undefined): void {
  test(`${JSON.stringify(headers)} of ${hostname}`, () => {
    expect(publishedDigest(new Headers(headers), hostname)).toBe(want);
  });
}

check({ "x-linked-etag": `"${digest.toUpperCase()}"` }, "huggingface.co", digest);
check({ "x-linked-etag": `"${digest}"` }, "mirror.example", undefined);
check({ "x-linked-etag": digest, etag: `"${"0".repeat(64)}"` }, "huggingface.co", digest);
check({ etag: `"${digest}"` }, "cas-bridge.xethub.hf.co", digest);
check({ etag: `"${digest}"` }, "models.example", undefined);
check({ etag: `"${digest}"` }, "nothf.co", undefined);
check({ etag: `W/"${digest}"` }, "huggingface.co", undefined);
check({ "x-linked-etag": `"${digest}0"` }, "huggingface.co", undefined);

test("the list leads to model files, each once, with a licence and the page that tells of it", () => {
  for (const { url, file, page, licence, bytes } of catalog) {
    expect(readModelAddress(url)).toMatchObject({ type: "ok", url, file });
    expect(url.startsWith(`${page}/`)).toBe(true);
    expect(licence).toMatch(/^[\w.-]+$/);
    expect(bytes).toBeGreaterThan(100_000_000);
  }
  expect(new Set(catalog.map(({ file }) => file)).size).toBe(catalog.length);
  expect(catalog[0]?.file).toBe("FastApply-1.5B-v1.0-Q4_K_M.gguf");
});
