import { MAX_CHOICES, MAX_INSTRUCTIONS, MAX_PATH, MAX_SKETCH } from "./editArguments.ts";
import { EXAMPLE_CALL } from "./exampleCall.ts";

/** A tool as it is described to agents, over the protocol of MCP servers and in the manifest of the extension alike. */
export interface ToolDescription {
  readonly name: string;
  readonly title: string;
  /** For the model that calls it. */
  readonly description: string;
  readonly inputSchema: {
    readonly type: "object";
    readonly properties: Readonly<
      Record<string, { readonly type: "string" | "array"; readonly description: string; readonly items?: object }>
    >;
    readonly required: readonly string[];
  };
}

const exactRules = [
  "SEARCH repeats lines of the file to the letter, with their indentation: those that change, and so many around them that they stand in the file only once. REPLACE has all that stands there afterwards; an empty one deletes. To insert, repeat the line before or after in both.",
  "A line `... 6 lines ...` (about how many) between two lines of SEARCH spares those between them. The same line in REPLACE keeps them, at the indentation that it stands at; without it they are deleted.",
  "To write a new file, or all of a file anew, give all of its text without any block.",
  "Put all changes to one file into one call, one block for each place, in the order of the file.",
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
      description: `One sentence in the first person on what the edit does, such as "I add a retry to the request." It decides where the edit leaves something open. At most ${String(MAX_INSTRUCTIONS)} characters.`,
    },
    code_edit: {
      type: "string",
      description: `The change: SEARCH/REPLACE blocks, or another form that the description of the tool names. At most ${String(MAX_SKETCH)} characters.`,
    },
    choice: {
      type: "array",
      description: `Only to answer an answer: where that says that pieces of the edit are open and numbers what each may mean, send the same call again, with the same code_edit, and name here what is meant. At most ${String(MAX_CHOICES)} pieces.`,
      items: {
        type: "object",
        properties: {
          piece: { type: "integer", minimum: 1, description: "Number of the piece, as the answer gave it." },
          alternative: {
            type: "integer",
            minimum: 0,
            description: "Number of what is meant, as the answer gave it; 0 leaves the piece out.",
          },
        },
        required: ["piece", "alternative"],
        additionalProperties: false,
      },
    },
  },
  required: ["target_file", "instructions", "code_edit"],
} as const;

/** The tool that edits a file, and answers with what became of the edit. */
export const EDIT_FILE: ToolDescription = {
  name: "edit_file",
  title: "Edit a file",
  description: `Edits one file. The change is placed in the file as it is now, the result is proven against both, and the user may review it, so the answer says what became of each hunk: read it before you go on, and do not report an edit as done that was rejected or waits for review.

How to write code_edit: as SEARCH/REPLACE blocks, such as
${EXAMPLE_CALL.code_edit}

- ${exactRules}

Every other form is taken too: a sketch of the lines that change, with a comment such as \`// ... existing code ...\` in the language of the file for each run of lines that stays (what is left out without one counts as deleted); a unified diff; a patch that begins with "*** Begin Patch".

If the answer is "not sure", nothing was changed: it names each block that is not in the file, or stands there several times, and shows the nearest lines of the file to the letter, each behind its number. Repeat those in SEARCH, without the numbers, and send the whole edit again. Where an edit was made without some of its blocks, these are named in the same way: send them alone again.

Where the answer numbers what a piece can mean, you need not write anything anew: send the very same call again with choice, such as [{"piece":2,"alternative":1}], one entry for each piece that is open; alternative 0 leaves a piece out. Blocks that are in the file already are not made twice by that.`,
  inputSchema,
};

/** The tool that shows what an edit would do. */
export const PREVIEW_EDIT: ToolDescription = {
  name: "preview_edit",
  title: "Preview an edit",
  description: `Shows what edit_file would do with the same arguments, as a diff with the verdict of the proof. Nothing is written. Where the file's folder is open in VS Code, the edit is shown on the text there, with what is not saved and what waits for review. code_edit is written as for edit_file.`,
  inputSchema,
};
