import { MAX_INSTRUCTIONS, MAX_PATH, MAX_SKETCH } from "./editArguments.ts";

/** A tool as agents are told of it, over the protocol of MCP servers and in the manifest of the extension alike. */
export interface ToolDescription {
  readonly name: string;
  readonly title: string;
  /** For the model that calls it. */
  readonly description: string;
  readonly inputSchema: {
    readonly type: "object";
    readonly properties: Readonly<Record<string, { readonly type: "string"; readonly description: string }>>;
    readonly required: readonly string[];
  };
}

const sketchRules = [
  "Show only what changes, and repeat as few of the other lines as it takes to tell where the change belongs: one or two whole lines before and after each change, to the letter.",
  "For every run of lines that stays, however short, write one comment of the language that says so: `// ... existing code ...` in TypeScript, `# ... existing code ...` in Python, `<!-- ... existing code ... -->` in HTML. Never leave lines out without such a marker: lines that are missing between two lines of one piece count as deleted.",
  "To delete lines, show the line before them and the line after them side by side, without a marker between them.",
  "To write a new file, or all of a file anew, give all of it without any marker.",
  "Put all changes to one file into one call, in the order of the file.",
].join("\n- ");

const inputSchema = {
  type: "object",
  properties: {
    target_file: {
      type: "string",
      description: `The file to change: its path in the workspace, with "/". At most ${String(MAX_PATH)} characters.`,
    },
    instructions: {
      type: "string",
      description: `One sentence in the first person on what the edit does, such as "I add a retry to the request." It decides where the sketch leaves something open. At most ${String(MAX_INSTRUCTIONS)} characters.`,
    },
    code_edit: {
      type: "string",
      description: `Only the lines that change, with a marker comment for each run of lines that stays. At most ${String(MAX_SKETCH)} characters.`,
    },
  },
  required: ["target_file", "instructions", "code_edit"],
} as const;

/** The tool that edits a file, and answers with what became of the edit. */
export const EDIT_FILE: ToolDescription = {
  name: "edit_file",
  title: "Edit a file",
  description: `Edits one file from a sketch of the change. The sketch is merged into the file as it is now, the result is proven against both, and the user may review it, so the answer says what became of each hunk: read it before you go on, and do not report an edit as done that was rejected or waits for review.

How to write code_edit:
- ${sketchRules}

If the answer is "not sure", nothing was changed: it shows the nearest lines of the file with their numbers; send the edit again with more of the lines around it.`,
  inputSchema,
};

/** The tool that shows what an edit would do. */
export const PREVIEW_EDIT: ToolDescription = {
  name: "preview_edit",
  title: "Preview an edit",
  description: `Shows what edit_file would do with the same arguments, as a diff with the verdict of the proof. Nothing is written. Where the file's folder is open in VS Code, the edit is shown on the text there, with what is not saved and what waits for review. code_edit is written as for edit_file.`,
  inputSchema,
};
