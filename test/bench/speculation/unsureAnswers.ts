/** What the user of a case in `test/cases/refuse` may have meant: the same lines in the place of others, at one of the places that fit. */
interface Meant {
  readonly name: string;
  readonly before: string;
  readonly after: string;
}

const MEANT: readonly Meant[] = [
  {
    name: "context-occurs-twice",
    before: "    throw new Error('save failed');\n",
    after: "    const reason = await response.text();\n    throw new Error(`save failed: ${reason}`);\n",
  },
  { name: "css-declaration-without-selector", before: "  color: #333;\n", after: "  color: #900;\n" },
  { name: "json-key-in-two-objects", before: '    "port": 5432,\n', after: '    "port": 6432,\n' },
  { name: "yaml-key-in-two-mappings", before: "  replicas: 2\n", after: "  replicas: 4\n" },
  {
    name: "search-text-twice-without-hint",
    before: "    robot.steps += 1\n",
    after: "    robot.steps += 1\n    robot.log()\n",
  },
  {
    name: "new-method-without-owner",
    before: "  }\n}\n",
    after: "  }\n\n  toJSON(): object {\n    return { kind: this.constructor.name, area: this.area() };\n  }\n}\n",
  },
  { name: "bare-method-of-two-classes", before: "<= 0\n", after: "<= self.freezing_point + 0.01\n" },
  { name: "bare-method-of-two-classes", before: "<= 32\n", after: "<= self.freezing_point + 0.01\n" },
  {
    name: "statement-without-anchor",
    before: "app.use(express.json());\n",
    after: "app.use(helmet({ contentSecurityPolicy: false }));\napp.use(express.json());\n",
  },
];

/** The texts that are right for a case of which no careful engine is sure, one for each place that fits. */
export function meantTexts(name: string, original: string): string[] {
  return MEANT.filter((meant) => meant.name === name).flatMap(({ before, after }) => {
    const texts: string[] = [];
    for (let at = original.indexOf(before); at >= 0; at = original.indexOf(before, at + before.length)) {
      texts.push(original.slice(0, at) + after + original.slice(at + before.length));
    }
    return texts;
  });
}
