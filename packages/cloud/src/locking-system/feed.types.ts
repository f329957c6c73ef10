/** A person as sent to the locking system. */
export interface LocksysPerson {
  id: string;
  name: string;
  email: string;
  phone: string;
  company_name: string;
  title: string;
  language: string;
  location_id: number;
}

/** A page of the locking system's feed; `cursor` is where to continue. */
export interface FeedPage {
  changes: FeedChange[];
  cursor: string;
  more: boolean;
}

export type FeedChange =
  | { type: 'key'; key_id: number; state: 'handed_over' | 'returned'; occurred_at: Date }
  | { type: 'person_saved'; person: LocksysPerson }
  | { type: 'person_deleted'; person_id: string }
  | {
      type: 'access';
      lock_id: number;
      key_id: number | null;
      result: 'success' | 'denied';
      reason: 'no_access' | 'outside_time_window' | 'unknown_key' | null;
      occurred_at: Date;
    }
  | { type: 'door'; lock_id: number; state: 'closed' | 'left_open'; occurred_at: Date };
