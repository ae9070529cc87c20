import type { Summary } from "../../extension/core/chat/chatProtocol.ts";

/** How long ago a conversation was changed, by the calendar of the user. */
export type Age = "today" | "yesterday" | "week" | "older";

export interface DayGroup {
  readonly age: Age;
  /** The newest first. */
  readonly list: readonly Summary[];
}

const AGES: readonly Age[] = ["today", "yesterday", "week", "older"];

/** Groups the conversations by age, the newest first; leaves out ages that have none. `now`: milliseconds since 1970. */
export function dayGroups(list: readonly Summary[], now: number): readonly DayGroup[] {
  const sorted = list.toSorted((a, b) => b.changed - a.changed);
  return AGES.map((age) => ({ age, list: sorted.filter(({ changed }) => ageOf(changed, now) === age) })).filter(
    (group) => group.list.length > 0,
  );
}

/** Days begin at the user's midnight, even if the clocks were changed in between. */
function ageOf(changed: number, now: number): Age {
  const midnight = (daysAgo: number): number => {
    const day = new Date(now);
    return new Date(day.getFullYear(), day.getMonth(), day.getDate() - daysAgo).getTime();
  };
  if (changed >= midnight(0)) return "today";
  if (changed >= midnight(1)) return "yesterday";
  return changed >= midnight(7) ? "week" : "older";
}
