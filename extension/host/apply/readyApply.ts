import { l10n, type Uri } from "vscode";
import { STRUCTURAL, type ApplyEvent, type StepFailure } from "../../core/apply/applyEvents.ts";
import { applySketch } from "../../core/apply/applySketch.ts";
import type { Chooser } from "../../core/models/chooser.ts";
import { placeSketch } from "../../core/apply/placeSketch.ts";
import type { Rewriter } from "../../core/models/rewriter.ts";
import type { Piece } from "../../core/merge/mergeResult.ts";
import { reviewable } from "../../core/apply/reviewable.ts";
import { isLeftOut } from "../../core/merge/pieces.ts";
import { isPartial } from "../../core/proof/proof.ts";
import type { SyntaxParsers } from "../../core/text/syntax.ts";
import { inBackground } from "../inBackground.ts";
import { namePieceLines, pieceCount } from "../pieceCount.ts";
import { actionFor, chooseAction, showWithAction } from "../providers/failureActions.ts";
import type { ReviewRequest } from "../review/reviewRequest.ts";
import { shown, shownTarget } from "../shownText.ts";
import { withinTime } from "../withinTime.ts";
import { offerModel, type ReportedTrouble } from "./applyMessages.ts";
import type { ApplyProgress } from "./applyProgress.ts";
import { markLostLetters } from "./lostLetters.ts";
import { applyRequest, languageOfTarget, type ChatContext, type SketchTarget } from "./applyRequest.ts";
import { applyGrowing, type Growing, type GrownTarget } from "./growingApply.ts";
import { notingChoices, notingTrouble, type ProviderTrouble } from "./providerTrouble.ts";

/** How long an apply waits for keys and models before it begins without them, in milliseconds. */
const REWRITERS_PATIENCE_MS = 300;

/** What an apply is made with. */
export interface ApplyEngines {
  readonly parsers: SyntaxParsers;
  readonly progress: ApplyProgress;
  /** The steps above the structural engine, as they are set up now. Never rejects. */
  readonly configuredRewriters: () => Promise<readonly Rewriter[]>;
}

/** What one apply has of its own. */
export interface ApplyWish {
  /** What is known of the chat besides the text that the sketches stand in; without it that text tells. */
  readonly context?: ChatContext | undefined;
  /** Id of the only rewriter that may write, whatever the structural engine can do. */
  readonly engine?: string | undefined;
  /** Who is asked what open pieces mean before the rewriters are, as it stands then. Never rejects. */
  readonly choosers?: (() => Promise<readonly Chooser[]>) | undefined;
  /** Whoever asked learns of doubts and failures, so no message is shown. */
  readonly isQuiet?: boolean | undefined;
  /** Whoever asked chooses what open pieces mean, so that they go to no review. */
  readonly leavesOpen?: boolean | undefined;
  /** What the structural engine has made of a target ahead of time. It counts for the text that it was made from, and not with `engine`. */
  readonly placed?: ((target: SketchTarget) => PlacedRewrite | undefined) | undefined;
  /** The target with the sketches that have come so far, while they are still being written: the review shows them as they come. */
  readonly growing?: Growing<GrownTarget> | undefined;
}

/** A rewrite that needs no engine any more and waits for its apply. */
export interface PlacedRewrite {
  /** The text that it was made from. */
  readonly before: string;
  readonly rewritten: Pick<Done, "text" | "proof" | "pieces">;
}

/** An apply with all that it has to wait for at hand, so that a review shows its rewrite at once. */
export interface ReadyApply {
  readonly apply: ReviewRequest["apply"];
  /** The same without models, for the guess of the structural engine. */
  readonly applyAlone: ReviewRequest["apply"];
  /** Whether the latest apply had somebody above the structural engine to ask. */
  readonly hasModels: () => boolean;
  /** What the first provider failed with in the latest apply, if it did. */
  readonly trouble: () => ReportedTrouble | undefined;
}

/** Gets an apply ready. `stop` ends the review's rewrite when the user clicks to stop it. `unreadable` if the target is. */
export async function readyApply(
  { parsers, progress, configuredRewriters }: ApplyEngines,
  { context: known, engine, choosers: findChoosers, isQuiet, leavesOpen, placed: findPlaced, growing }: ApplyWish,
  target: SketchTarget,
  stop: () => void,
): Promise<ReadyApply | "unreadable"> {
  const startedMs = performance.now();
  const { uri } = target;
  const found = await languageOfTarget(target);
  if (found === "unreadable") return found;
  const { language } = found;
  const placed = engine === undefined ? findPlaced?.(target) : undefined;
  const configured = configuredRewriters().then((all) =>
    engine === undefined ? all : all.filter(({ id }) => id === engine),
  );
  const [parser] = await Promise.all([
    language === undefined ? undefined : parsers.load(language),
    // They are mostly at hand, and then no review opens only to wait for them.
    placed === undefined ? withinTime(Promise.allSettled([configured]), REWRITERS_PATIENCE_MS) : undefined,
  ]);
  let latest: ReportedTrouble | undefined;
  let hasModels = false;
  const applyWith =
    (
      findRewriters: () => Promise<readonly Rewriter[]>,
      findThem: () => Promise<readonly Chooser[]>,
    ): ReviewRequest["apply"] =>
    (original, signal) => {
      const noted: ProviderTrouble[] = [];
      latest = undefined;
      hasModels = false;
      // What the structural engine can do alone waits for no key and no model.
      const rewriters = async (): Promise<readonly Rewriter[]> => {
        const found = await findRewriters();
        hasModels ||= found.length > 0;
        return notingTrouble(found, (trouble) => noted.push(trouble));
      };
      const choosers = async (): Promise<readonly Chooser[]> => {
        const found = await findThem();
        hasModels ||= found.length > 0;
        return notingChoices(found, (trouble) => noted.push(trouble));
      };
      const request = ({ target, context }: Wanted): ReturnType<typeof applyRequest> =>
        applyRequest(target, { language, parser, context }, original);
      const applyAll = (wanted: Wanted): AsyncIterable<ApplyEvent> =>
        applySketch(request(wanted), { rewriters, choosers, isModelWanted: engine !== undefined }, signal);
      const events =
        growing !== undefined
          ? applyGrowing(growing(signal), (grown) => placeSketch(request(grown))?.text, applyAll)
          : placed?.before === original
            ? eventsOf(placed.rewritten)
            : applyAll({ target, context: known });
      const followed = { target: uri, startedMs, expected: original.length, troubles: noted, stop };
      const followedEvents = progress.follow(events, followed, signal);
      const decidable =
        leavesOpen === true ? followedEvents : reviewable(() => followedEvents, crypto.randomUUID())(original, signal);
      const marked = markLostLetters(uri, original, decidable);
      return observed(marked, (event) => {
        if (event.type === "done" || event.type === "ambiguous") latest = reportedTrouble(event.failures ?? [], noted);
        if (event.type === "done" && isQuiet !== true) {
          sayDoubt(uri, event, latest ?? (hasModels ? undefined : noModel(event)));
        }
      });
    };
  const trouble = (): ReportedTrouble | undefined => latest;
  return {
    apply: applyWith(() => configured, findChoosers ?? nobody),
    applyAlone: applyWith(nobody, nobody),
    hasModels: () => hasModels,
    trouble,
  };
}

/** What is to be applied, as far as it is known by then. */
interface Wanted {
  readonly target: SketchTarget;
  readonly context: ChatContext | undefined;
}

const nobody = (): Promise<readonly never[]> => Promise.resolve([]);

/** What an apply says of a rewrite that is there already. */
async function* eventsOf({ text, proof, pieces }: PlacedRewrite["rewritten"]): AsyncGenerator<ApplyEvent> {
  yield await Promise.resolve({ type: "step", engine: STRUCTURAL } as const);
  yield { type: "text", text };
  yield { type: "done", text, proof, pieces, engine: STRUCTURAL, failures: [] };
}

/**
 * The first of the ladder is the one that the user has chosen; the structural engine's doubt is shown anyway, and a model that decides
 * nothing has not failed.
 */
function reportedTrouble(
  failures: readonly StepFailure[],
  noted: readonly ProviderTrouble[],
): ReportedTrouble | undefined {
  const first = failures.find(({ engine, isUndecided }) => engine !== STRUCTURAL && isUndecided !== true);
  if (first === undefined) return undefined;
  const found = noted.find(({ failure }) => failure.message === first.message);
  if (found) return { message: first.message, action: actionFor(found.failure, found.id) };
  // Most say themselves who they are.
  const message = first.message.startsWith(first.engine) ? first.message : `${first.engine}: ${first.message}`;
  return { message, action: chooseAction() };
}

/** What the user has been told of, so that a provider that is down does not speak up at each apply. */
const reported = new Set<string>();

async function* observed(
  events: AsyncIterable<ApplyEvent>,
  observe: (event: ApplyEvent) => void,
): AsyncGenerator<ApplyEvent> {
  for await (const event of events) {
    observe(event);
    yield event;
  }
}

/** Says what speaks against a rewrite that came to its end all the same. */
function sayDoubt(target: Uri, { proof, pieces, engine }: Done, trouble: ReportedTrouble | undefined): void {
  if (!proof.holds) {
    if (isPartial(proof)) sayLeftOut(target, pieces, trouble);
    else sayUnproven(target, engine, trouble);
  } else if (trouble && !reported.has(trouble.message)) {
    reported.add(trouble.message);
    const message = l10n.t("{0} The rewrite of {1} is by {2}.", trouble.message, shownTarget(target), engine);
    inBackground(showWithAction("warning", message, trouble.action));
  }
}

/** What could help if nothing in the sketches has a place, and there was no model to ask. */
function noModel({ pieces }: Done): ReportedTrouble | undefined {
  const isNothing = pieces.length > 0 && pieces.every(({ state }) => state === "not-applicable");
  return isNothing ? offerModel() : undefined;
}

type Done = Extract<ApplyEvent, { type: "done" }>;

function sayLeftOut(target: Uri, pieces: readonly Piece[], trouble: ReportedTrouble | undefined): void {
  const left = pieces.filter(isLeftOut);
  const count = pieceCount(pieces, (some) => namePieceLines(some.map(({ sketch }) => sketch)));
  const reason = shown(left[0]?.reason ?? "");
  const name = shownTarget(target);
  const message = left.some(({ state }) => state === "open")
    ? l10n.t(
        "{0}: {1}. {2} In the review, Tab shows what else it may mean, y takes what is shown, n drops it.",
        name,
        count ?? "",
        reason,
      )
    : l10n.t("{0}: {1}. {2} “Put at cursor”, above the review, gives it a place.", name, count ?? "", reason);
  inBackground(showWithAction("warning", `${message} ${trouble?.message ?? ""}`.trim(), trouble?.action));
}

function sayUnproven(target: Uri, engine: string, trouble: ReportedTrouble | undefined): void {
  const message = l10n.t(
    "The rewrite of {0} by {1} is not proven. Accept All leaves out the hunks with a warning; decide them one by one.",
    shownTarget(target),
    engine,
  );
  inBackground(showWithAction("warning", trouble ? `${message} ${trouble.message}` : message, trouble?.action));
}
