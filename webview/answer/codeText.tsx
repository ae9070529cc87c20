import type { VNode } from "preact";
import { useMemo, useRef, useState } from "preact/hooks";
import { l10n } from "../l10n.ts";
import { codeSegments } from "./codeSegments.ts";
import type { CodeSegment } from "./codeSegments.ts";
import { highlightedHtml } from "./highlight.ts";
import { escapeHtml } from "./markdown.ts";
import { useNear } from "./useNear.ts";

/** More than this is drawn only when the user asks for it. */
const MOST_CODE = 200_000;

interface CodeTextProps {
  readonly code: string;
  /** The highlighter's name of the language. */
  readonly language: string | undefined;
}

/** Shows code in colours. Only what has changed is drawn again, and coloured once it is near the screen. */
export function CodeText({ code, language }: CodeTextProps): VNode {
  const [isWhole, setWhole] = useState(false);
  const drawn = isWhole || code.length <= MOST_CODE ? code : code.slice(0, MOST_CODE);
  const before = useRef<readonly CodeSegment[]>([]);
  const segments = useMemo(() => (before.current = codeSegments(before.current, drawn)), [drawn]);
  return (
    <pre class="code-text">
      <code>
        {segments.map((segment) => (
          <Segment key={segment.start} text={segment.text} language={language} />
        ))}
      </code>
      {drawn.length < code.length ? (
        <button
          type="button"
          class="link-button show-more"
          onClick={() => {
            setWhole(true);
          }}
        >
          {l10n.t("Show the other {0} characters", (code.length - drawn.length).toLocaleString())}
        </button>
      ) : undefined}
    </pre>
  );
}

function Segment({ text, language }: { readonly text: string; readonly language: string | undefined }): VNode {
  const element = useRef<HTMLDivElement>(null);
  const isNear = useNear(element);
  return useMemo(() => {
    // Escaped by the highlighter, which adds nothing but spans.
    const html = isNear ? highlightedHtml(text, language) : escapeHtml(text);
    return <div ref={element} class="code-segment" dangerouslySetInnerHTML={{ __html: html }} />;
  }, [text, language, isNear]);
}
