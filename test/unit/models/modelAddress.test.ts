import { describe, expect, test } from "vitest";
import { modelFileFault, readModelAddress } from "../../../extension/core/models/modelAddress.ts";

describe("an address of a model", () => {
  function check(text: string, want: string, file = "m.gguf"): void {
    test(text, () => {
      const read = readModelAddress(text);
      expect(read.type === "ok" ? [read.url, read.file] : read.reason).toEqual(
        want.startsWith("http") ? [want, file] : want,
      );
    });
  }

  check(" https://models.example/a/m.gguf ", "https://models.example/a/m.gguf");
  check("https://models.example/m.gguf?download=true#top", "https://models.example/m.gguf?download=true");
  check("http://127.0.0.1:8080/m.gguf", "http://127.0.0.1:8080/m.gguf");
  check("http://localhost/m.gguf", "http://localhost/m.gguf");
  check("https://huggingface.co/a/b/blob/main/m.gguf", "https://huggingface.co/a/b/resolve/main/m.gguf");
  check("https://huggingface.co/a/b/resolve/blob/m.gguf", "https://huggingface.co/a/b/resolve/blob/m.gguf");
  check("https://models.example/my%20model.GGUF", "https://models.example/my%20model.GGUF", "my model.GGUF");

  check("", "no-url");
  check("m.gguf", "no-url");
  check("http://models.example/m.gguf", "scheme");
  check("http://127.0.0.1.models.example/m.gguf", "scheme");
  check("file:///m.gguf", "scheme");
  check("https://me:secret@models.example/m.gguf", "credentials");
  check("https://models.example/", "no-model");
  check("https://models.example/m.bin", "no-model");
  check("https://models.example/m-00001-of-00003.gguf", "one-of-several");
  check("https://models.example/..%2F..%2Fm.gguf", "file-name");
  check("https://models.example/..%5Cm.gguf", "file-name");
  check("https://models.example/%E0%A4%A.gguf", "file-name");
});

describe("a name of a model file", () => {
  function check(file: string, want: ReturnType<typeof modelFileFault>): void {
    test(JSON.stringify(file), () => {
      expect(modelFileFault(file)).toBe(want);
    });
  }

  for (const name of ["m.gguf", "Qwen 2.5 (1.5B).Q4_K_M.gguf", "modèle.gguf", "console.gguf", "com10.gguf"]) {
    check(name, undefined);
  }
  for (const name of ["../m.gguf", "a/m.gguf", "a\\m.gguf", ".m.gguf", " m.gguf", "-m.gguf", "C:m.gguf", "m\n.gguf"]) {
    check(name, "file-name");
  }
  for (const name of ["con.gguf", "NUL.gguf", "com1.x.gguf", "m\u202E.gguf", `${"m".repeat(200)}.gguf`]) {
    check(name, "file-name");
  }
  check("m.gguf ", "no-model");
  check("m.gguf.part", "no-model");
  check("..", "no-model");
});
