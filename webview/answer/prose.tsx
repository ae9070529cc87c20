import type { VNode } from "preact";
import { useMemo } from "preact/hooks";
import { proseBlocks, proseHtml } from "./markdown.ts";
import type { ProseBlock } from "./markdown.ts";

/** Shows the prose of an answer. Only what has changed is drawn again. `isOpen`: its end may still come. */
export function Prose({ text, isOpen }: { readonly text: string; readonly isOpen: boolean }): VNode {
  const blocks = useMemo(() => proseBlocks(text), [text]);
  return (
    <div class="prose">
      {blocks.map((block, index) => (
        <Block key={index} block={block} isOpen={isOpen && index === blocks.length - 1} />
      ))}
    </div>
  );
}

function Block({ block, isOpen }: { readonly block: ProseBlock; readonly isOpen: boolean }): VNode {
  return useMemo(() => {
    const html = proseHtml(block, isOpen);
    // Sanitized by `proseHtml`.
    if (html !== undefined) return <div class="prose-block" dangerouslySetInnerHTML={{ __html: html }} />;
    return <p class="prose-block as-text">{block.raw}</p>;
  }, [block.raw, block.links, isOpen]);
}
