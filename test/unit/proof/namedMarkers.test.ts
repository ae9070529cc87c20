import { expect, test } from "vitest";
import { judgeRewrite } from "../../../extension/core/proof/judge.ts";
import { checkCode, cut } from "./checkCode.ts";

const client = `impl Client {
    fn get(&self, key: &str) -> Bytes {
        self.ask(key)
    }

    fn set(&self, key: &str) -> Bytes {
        self.tell(key)
    }
}
`;
const sketch = `impl Client {
    // ... get and set unchanged ...

    fn set_all(&self, keys: &str) -> Bytes {
        let set = self.tell(keys);
        set
    }
}
`;
const added = client.replace(
  /\}\n$/,
  "\n    fn set_all(&self, keys: &str) -> Bytes {\n        let set = self.tell(keys);\n        set\n    }\n}\n",
);
const replaced = cut(
  client,
  [6, 7, 8],
  "    fn set_all(&self, keys: &str) -> Bytes {",
  "        let set = self.tell(keys);",
  "        set",
  "    }",
);

test.each<[string, string, string, readonly string[]]>([
  ["stays", sketch, added, []],
  ["vanishes", sketch, replaced, ["lost-line: line 6"]],
  ["is not what vanishes", sketch.replace("get and set", "get"), replaced, []],
])("what a marker names %s", (_, written, result, findings) => {
  checkCode(client, written, result, findings, "rust");
});

test("says which marker's name vanishes, and where", () => {
  const file = { text: client, language: "rust", parser: undefined, tree: undefined };
  expect(judgeRewrite(file, { type: "code", text: sketch }, replaced).findings[0]?.message).toBe(
    'A marker of the sketch names "set", which vanishes in line 6 of the file.',
  );
});
