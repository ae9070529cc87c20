import type { RefObject } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";
import { blockKey } from "../blocks/codeBlock.tsx";
import type { Revealed } from "../pageState.ts";

/** How long a block that has come into sight is marked, in milliseconds. */
const MARKED_MS = 2_000;

/**
 * Brings the block that the host wants shown into sight, with the focus, once it is drawn. `isDrawn`: the whole list is: what is drawn
 * above the block later would push it away. `leave`: makes the list stay there.
 */
export function useRevealing(
  list: RefObject<HTMLElement | null>,
  { number, id, index }: Revealed,
  isDrawn: boolean,
  leave: () => void,
): void {
  const done = useRef(0);
  useLayoutEffect(() => {
    if (!isDrawn || done.current === number) return;
    const key = blockKey(id, index);
    const block = [...(list.current?.querySelectorAll<HTMLElement>("[data-block]") ?? [])].find(
      (element) => element.getAttribute("data-block") === key,
    );
    if (block === undefined) return;
    done.current = number;
    leave();
    block.scrollIntoView({ block: "start" });
    block.focus({ preventScroll: true });
    block.setAttribute("data-revealed", "");
    setTimeout(() => {
      block.removeAttribute("data-revealed");
    }, MARKED_MS);
  });
}
