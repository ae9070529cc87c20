import { describe, expect, it } from "vitest";
import { detectIndentUnit } from "../../../extension/core/text/indentation.ts";

describe("The unit of indentation", () => {
  const check = (name: string, text: string, expected: string | undefined): void => {
    it(name, () => {
      expect(detectIndentUnit(text.split("\n"))?.text).toBe(expected);
    });
  };

  check("is the commonest step to a deeper line", "a:\n  b:\n    c\nd:\n  e", "  ");
  check("is the smallest of equally common steps", "a:\n  b:\n      c", "  ");
  check("is a tab where most lines begin with one", "a\n\tb\n\t\tc\n  d", "\t");
  check("is not what the stars of comments stand behind", "/*\n * a\n * b\n */\n{\n\tc\n}", "\t");
  check("is unknown where nothing is indented", "a\nb", undefined);
  check("is a step back where no line is deeper", "      // of a call\n    });\n\n    return services;\n  }\n}", "  ");
  check("is how deep a part begins where nothing else tells", "    a();\n    b();", "    ");
  check("is the commonest step, though a part begins deeper", "        a(\n            b,\n        );\n    }", "    ");
  check(
    "is a step within a part, not how deep it begins",
    "      f(\n        a,\n      );\n      g(\n        b,\n      );\n      h();",
    "  ",
  );
});
