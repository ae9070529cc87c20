import fc from "../fastCheck.ts";
import type { EditedFile } from "./randomEdits.ts";
import { dialect, newStatement, program, statement, writeProgram, type Dialect, type Program } from "./sourceFiles.ts";

/** An edit around the bodies; numbers count modulo what there is. */
type OuterEdit =
  | { readonly type: "import" }
  | { readonly type: "signature"; readonly at: number; readonly method: number }
  | { readonly type: "remove-section"; readonly at: number; readonly method: number }
  | { readonly type: "remove-method"; readonly at: number; readonly method: number }
  | {
      readonly type: "add-section" | "add-method";
      readonly at: number;
      readonly method: number;
      readonly name: string;
      readonly body: Program["sections"][number] & { readonly type: "function" };
    };

const added = fc
  .array(fc.oneof(newStatement, statement), { minLength: 1, maxLength: 4 })
  .map((body) => ({ type: "function" as const, name: "auditOrder", body }));

const outerEdit: fc.Arbitrary<OuterEdit> = fc.oneof(
  fc.constant({ type: "import" as const }),
  fc.record({
    type: fc.constantFrom("signature" as const, "remove-section" as const, "remove-method" as const),
    at: fc.nat(20),
    method: fc.nat(20),
  }),
  fc.record({
    type: fc.constantFrom("add-section" as const, "add-method" as const),
    at: fc.nat(20),
    method: fc.nat(20),
    name: fc.constant("auditOrder"),
    body: added,
  }),
);

/** A file of which signatures, imports, methods and functions are edited, one or two of them. */
export interface WidelyEditedFile extends EditedFile {
  /** Whether a function, class or method of the file is gone. */
  readonly removes: boolean;
}

export const widelyEditedFile: fc.Arbitrary<WidelyEditedFile> = fc
  .tuple(dialect, program, fc.array(outerEdit, { minLength: 1, maxLength: 2 }))
  .map(([to, original, edits]) => {
    const before = writeProgram(original, to);
    const changed = edits.reduce(editSections, original);
    const after = edits.reduce((lines, edit) => editLines(lines, edit, changed, to), writeProgram(changed, to));
    return { dialect: to, before, after, removes: countNames(changed) < countNames(original) };
  })
  .filter(({ before, after }) => before.join("\n") !== after.join("\n"));

const countNames = ({ sections }: Program): number =>
  sections.reduce((sum, section) => sum + (section.type === "class" ? 1 + section.methods.length : 1), 0);

function editSections({ sections }: Program, edit: OuterEdit): Program {
  if (edit.type === "import" || edit.type === "signature") return { sections };
  const at = edit.at % sections.length;
  if (edit.type === "remove-section") return { sections: sections.length > 1 ? sections.toSpliced(at, 1) : sections };
  if (edit.type === "add-section") {
    return sections.some(({ name }) => name === edit.name)
      ? { sections }
      : { sections: sections.toSpliced(at, 0, edit.body) };
  }
  const chosen = sections.findIndex((section, index) => index >= at && section.type === "class");
  const section = sections[chosen];
  if (section?.type !== "class") return { sections };
  const { methods: all } = section;
  const method = edit.method % all.length;
  let methods = all;
  if (edit.type === "remove-method") methods = all.length > 1 ? all.toSpliced(method, 1) : all;
  else if (all.every(({ name }) => name !== edit.name))
    methods = all.toSpliced(method, 0, { name: edit.name, body: edit.body.body });
  return { sections: sections.with(chosen, { ...section, methods }) };
}

/** Edits of single lines: one more import, one more parameter. */
function editLines(lines: readonly string[], edit: OuterEdit, { sections }: Program, to: Dialect): string[] {
  if (edit.type === "import") return lines.toSpliced(1, 0, (to.header[0] ?? "").replace("store", "audit"));
  if (edit.type !== "signature") return [...lines];
  const section = sections[edit.at % sections.length];
  if (section?.type !== "function") return [...lines];
  const opening = to.open("function", section.name);
  return lines.map((line) => (line === opening ? line.replace(/\((\w+)/, "(options, $1") : line));
}
