import type { RefObject } from "preact";
import { useLayoutEffect } from "preact/hooks";

/**
 * Calls `close` while `isOpen`, when the user clicks outside of an element or moves the focus to another one.
 *
 * @param stays also while VS Code has the focus, which asks something that belongs to it
 */
export function useDismiss(
  root: RefObject<HTMLElement | null>,
  isOpen: boolean,
  close: () => void,
  stays = false,
): void {
  useLayoutEffect(() => {
    if (!isOpen) return;
    const check = ({ target }: Event): void => {
      if (target instanceof Node && root.current?.contains(target) !== true) close();
    };
    document.addEventListener("pointerdown", check);
    document.addEventListener("focusin", check);
    if (!stays) window.addEventListener("blur", close);
    return () => {
      document.removeEventListener("pointerdown", check);
      document.removeEventListener("focusin", check);
      window.removeEventListener("blur", close);
    };
  }, [isOpen]);
}
