import type { RefObject } from "preact";
import { useEffect, useMemo } from "preact/hooks";

interface Following {
  /** Goes to the end and stays there. */
  readonly toEnd: () => void;
  /** Stays where it is from now on, as when the user scrolls up. */
  readonly leave: () => void;
  /** To be called when the list may have grown. */
  readonly grown: () => void;
}

/** Anything closer to the end than this counts as at the end, in pixels. */
const NEAR = 24;

/** Keeps a list at its end while it grows, until the user scrolls up; back at the end, it follows again. */
export function useFollowing(list: RefObject<HTMLElement | null>, onAway: (isAway: boolean) => void): Following {
  const { listen, ...following } = useMemo(() => {
    let isFollowing = true;
    let lastTop = 0;
    const follow = (element: HTMLElement): void => {
      element.scrollTop = element.scrollHeight;
      lastTop = element.scrollTop;
    };
    const listen = (): (() => void) | undefined => {
      const element = list.current;
      if (element === null) return undefined;
      const onScroll = (): void => {
        const top = element.scrollTop;
        const rest = element.scrollHeight - element.clientHeight - top;
        // What grows never scrolls up, so it was the user.
        if (top < lastTop - 1 && rest > 1) isFollowing = false;
        else if (rest < NEAR) isFollowing = true;
        lastTop = top;
        onAway(!isFollowing && rest >= NEAR);
      };
      // A wheel that has begun to turn up is faster than its first scroll event.
      const onWheel = ({ deltaY }: WheelEvent): void => {
        if (deltaY < 0 && element.scrollTop > 0) isFollowing = false;
      };
      const resized = new ResizeObserver(() => {
        if (isFollowing) follow(element);
      });
      resized.observe(element);
      element.addEventListener("scroll", onScroll, { passive: true });
      element.addEventListener("wheel", onWheel, { passive: true });
      return () => {
        resized.disconnect();
        element.removeEventListener("scroll", onScroll);
        element.removeEventListener("wheel", onWheel);
      };
    };
    return {
      listen,
      toEnd: (): void => {
        isFollowing = true;
        onAway(false);
        if (list.current !== null) follow(list.current);
      },
      leave: (): void => {
        isFollowing = false;
      },
      grown: (): void => {
        if (isFollowing && list.current !== null) follow(list.current);
      },
    };
  }, [list, onAway]);
  useEffect(listen, [listen]);
  return following;
}
