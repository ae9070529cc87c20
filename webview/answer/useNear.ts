import type { RefObject } from "preact";
import { useEffect, useState } from "preact/hooks";

/** Tells whether an element is near the screen, or once was: what is far away is not worth its colours. */
export function useNear(element: RefObject<HTMLElement | null>): boolean {
  const [isNear, setNear] = useState(false);
  useEffect(() => {
    if (isNear || element.current === null) return undefined;
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) setNear(true);
      },
      { rootMargin: "600px 0px" },
    );
    observer.observe(element.current);
    return () => {
      observer.disconnect();
    };
  }, [isNear]);
  return isNear;
}
