/** A click on a hit as an event of User Behavior Insights. */

import type { UbiEvent } from "../api/behavior.ts";

/** A hit that a user chose. */
export interface ClickedHit {
  /** The `queryId` of the search. */
  readonly queryId: string;
  readonly id: string;
  /** Its position in the list, from 1. */
  readonly position?: number | undefined;
}

/** The event of a click. The server adds the time. */
export function createClickEvent({ queryId, id, position }: ClickedHit): UbiEvent {
  const event_attributes = {
    object: { object_id: id },
    ...(position === undefined ? {} : { position: { ordinal: position } }),
  };
  return { action_name: "click", query_id: queryId, event_attributes };
}
