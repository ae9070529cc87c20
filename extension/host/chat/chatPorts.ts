import type { Event, Uri } from "vscode";
import type { BatchAction, BatchView, BlockView, ModelView } from "../../core/chat/chatProtocol.ts";
import type { Answer, Conversation } from "../../core/chat/chatSchemas.ts";
import type { PlacedBlock } from "../../core/chat/placedBlock.ts";
import type { Planner } from "../../core/chat/planner.ts";
import type { FormatSetting } from "../../core/chat/plannerFormat.ts";
import type { Growing } from "../apply/growingApply.ts";
import type { EditProblem } from "../../core/tools/editResult.ts";

/** The planning models that are set up. */
export interface ChatPlanners {
  readonly onDidChange: Event<void>;
  models(): Promise<readonly ModelView[]>;
  /** Returns the id of the model that is asked; empty if there is none, or the chosen one is gone. */
  chosen(): Promise<string>;
  /** Returns the id of the model that the user has chosen, even if it is gone; empty if they never chose one. */
  wanted(): string;
  choose(id: string): Promise<void>;
  planner(id: string, signal: AbortSignal): Promise<Planner | undefined>;
  /** Returns how planners are asked to write changes, as the user has set it. */
  format(): FormatSetting;
  /** Returns the prices of a million tokens. */
  priceOf(id: string): { readonly input: number; readonly output: number } | undefined;
  /** Lets the user add a model. Resolves to its id; `undefined` if they leave. */
  add(): Promise<string | undefined>;
}

/** What the page shows of the blocks of an answer. */
export interface AnswerView {
  readonly blocks: readonly BlockView[];
  readonly batch?: BatchView;
  /** Whether the answer has changed files, which can be taken back. */
  readonly canRestore: boolean;
}

/** A problem that came with the accepted hunks of a block, as it is now. */
export interface BlockProblem extends EditProblem {
  readonly target: Uri;
}

/** The applies of the code blocks of answers. */
export interface ChatBlocks {
  /** Fires with the id of an answer. */
  readonly onDidChange: Event<string>;
  view(conversation: Conversation, answer: Answer): Promise<AnswerView>;
  /** Finds where the edits of a block of exact edits belong; `undefined` if that is not known, and for other blocks. */
  placedOf(answer: Answer, index: number): PlacedBlock | undefined;
  /** Returns what is to be stored of the blocks. */
  records(answer: Answer): Answer["blocks"];
  /** Follows an answer that streams in. To be called now and then, not with each word. */
  grows(conversation: Conversation, answer: Answer): void;
  /** Prepares for a block that the user is about to apply. */
  expects(conversation: Conversation, answer: Answer, index: number): Promise<void>;
  act(
    conversation: Conversation,
    answer: Answer,
    index: number,
    action: "apply" | "stop" | "open-review" | "open-target" | "change-target",
    engine?: string,
  ): Promise<void>;
  actOnAll(conversation: Conversation, answer: Answer, action: BatchAction): Promise<void>;
  /** Lists the problems that came with the accepted hunks of a block and are still there, in the order of its view. `answer`: its id. */
  problemsOf(answer: string, index: number): readonly BlockProblem[];
  /** Groups the same problems by file, with what is needed to fix them. */
  fixesOf(answer: string, index: number): readonly BlockFix[];
  /** Applies the blocks of an answer that are for one of these files. Resolves to whether there was one. */
  applyTo(conversation: Conversation, answer: Answer, targets: readonly Uri[]): Promise<boolean>;
  /** Applies a block to the file that its question was about, also while it is still being written. */
  applyInPlace(now: AnswerSoFar, index: number, target: Uri, growing: Growing<AnswerSoFar>): Promise<void>;
  /** Drops what only the window knows of answers, by their ids: their conversations are deleted, or no longer at work. */
  forget(answers: readonly string[]): void;
  dispose(): void;
}

/** What came with a block in one file. */
export interface BlockFix {
  readonly target: Uri;
  /** At least one. */
  readonly problems: readonly BlockProblem[];
  /** What the block has changed there, as a unified diff; empty if that is no longer known. */
  readonly patch: string;
}

/** An answer, and the conversation that it is in, as they are at one moment. */
export interface AnswerSoFar {
  readonly conversation: Conversation;
  readonly answer: Answer;
}
