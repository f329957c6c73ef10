import { text } from '../language/text.js';
import { STATUS_WORDS, type Status } from '../overview/status.rules.js';
import type { Door } from '../types.js';
import styles from './picture.module.css';

interface PictureProps {
  name: string;
  doorState: Door['door_state'];
  /** Its contact is wired and cannot be read. */
  isUnread: boolean;
  isHeld: boolean;
  status: Status;
  /** An unlock has just been confirmed. */
  isUnlocked: boolean;
}

/** The door as it stands: the leaf, what holds it, the strike, and whether any of it is known. */
export function DoorPicture({ name, doorState, isUnread, isHeld, status, isUnlocked }: PictureProps) {
  // The leaf is drawn as its contact says; where it says nothing, a held door is taken for open.
  const isOpen = doorState === 'open' || (doorState === 'unknown' && isHeld);
  const words = [
    text(STATUS_WORDS[status]),
    leafWords(doorState, isUnread),
    isHeld && text('held open'),
    isUnlocked && text('unlocked now'),
  ].filter(Boolean);
  return (
    <svg
      className={styles.picture}
      viewBox="0 0 220 260"
      role="img"
      aria-label={`${name}: ${words.join(', ')}`}
      data-status={status}
      data-unlocked={isUnlocked || undefined}
    >
      <path className={styles.floor} d="M10 246h200" />
      {/* What is seen through the opening. */}
      <rect className={styles.beyond} x="50" y="22" width="120" height="224" rx="2" />
      <path className={styles.frameLine} d="M44 246V26a10 10 0 0 1 10-10h112a10 10 0 0 1 10 10v220" />
      {isOpen ? (
        <g className={styles.leaf}>
          <path d="M50 22 110 44v214L50 246Z" />
          <circle className={styles.handle} cx="101" cy="148" r="4.500" />
        </g>
      ) : (
        <g className={styles.leaf}>
          <rect x="50" y="22" width="120" height="224" />
          <rect className={styles.panel} x="66" y="40" width="88" height="80" rx="3" />
          <rect className={styles.panel} x="66" y="156" width="88" height="72" rx="3" />
          <path className={styles.handleLine} d="M140 138h18" />
        </g>
      )}
      <g className={styles.strike} transform="translate(176 126)">
        <rect x="-7" y="0" width="14" height="26" rx="4" />
        <circle cx="0" cy="13" r="3.500" />
      </g>
      {isHeld && (
        <g className={styles.hold}>
          <path d="M60 34h84l20 -10" />
          <circle cx="60" cy="34" r="5" />
        </g>
      )}
      {status === 'forced' && <path className={styles.forced} d="m126 60-30 56h24l-20 52 54-66h-26l22-42Z" />}
      {status === 'offline' && <path className={styles.noSignal} d="M80 100 140 160M140 100 80 160" />}
    </svg>
  );
}

function leafWords(state: Door['door_state'], isUnread: boolean): string {
  if (isUnread) return text('the contact cannot be read');
  if (state === 'unknown') return text('the contact has not been heard');
  return state === 'open' ? text('the door is open') : text('the door is closed');
}
