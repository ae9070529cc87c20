import type { RefObject } from "preact";
import { useEffect } from "preact/hooks";

/** While `isOpen`, calls `close` when the user clicks outside of an element or moves the focus out of it. */
export function useDismiss(root: RefObject<HTMLElement | null>, isOpen: boolean, close: () => void): void {
  useEffect(() => {
    if (!isOpen) return;
    const check = ({ target }: Event): void => {
      if (target instanceof Node && root.current?.contains(target) !== true) close();
    };
    document.addEventListener("pointerdown", check);
    document.addEventListener("focusin", check);
    window.addEventListener("blur", close);
    return () => {
      document.removeEventListener("pointerdown", check);
      document.removeEventListener("focusin", check);
      window.removeEventListener("blur", close);
    };
  }, [isOpen]);
}
