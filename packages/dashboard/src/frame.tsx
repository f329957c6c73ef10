import { Button, NativeSelect } from '@mantine/core';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { Link, useLocation, useSearch } from 'wouter';
import { ROLE_NAMES } from './colleagues/roles.rules.js';
import { keptDrafts } from './drafts/drafts.js';
import { Unsaved } from './drafts/unsaved.jsx';
import { EmergencyBanner } from './emergencies/banner.jsx';
import { FindButton } from './find/button.jsx';
import styles from './frame.module.css';
import { phrase, text } from './language/text.js';
import { useLive } from './live.js';
import { useOverview } from './overview/query.js';
import { incidentsOfDoors } from './overview/status.rules.js';
import { placesOf } from './places.js';
import { signOut, useHere } from './session.js';
import { Confirm } from './ui/forms/dialog.jsx';
import { rememberList } from './ui/page/address.js';
import { useFirstFrame } from './ui/page/later.jsx';
import { AlarmCount } from './ui/page/title.jsx';
import { Icon } from './ui/parts/icon.jsx';
import { isInBrowser } from './ui/parts/kept.js';
import { Mark } from './ui/parts/mark.jsx';
import { Callout } from './ui/parts/text.jsx';
import { useWords, WhoseTime } from './ui/parts/time.jsx';

const LIVE_WORDS = {
  connecting: phrase('Connecting…'),
  live: phrase('Live'),
  lost: phrase('Reconnecting…'),
};

/** What stands around every page: where to go, what is looked at, and whether it is live. */
export function Frame({ children }: { children: ReactNode }) {
  const { me, locations, locationId, choose } = useHere();
  const [path] = useLocation();
  const search = useSearch();
  const [isOpen, setOpen] = useState(false);
  const [isLeaving, setLeaving] = useState(false);
  const isFirstFrameShown = useFirstFrame();
  const { state, silentSince } = useLive(locationId);
  const words = useWords();
  const alarms = incidentsOfDoors(useOverview(locationId).data?.alarms ?? []).length;
  const main = useRef<HTMLElement>(null);
  const before = useRef(path);

  useEffect(() => rememberList(path, search), [path, search]);
  useEffect(() => {
    if (before.current === path) return;
    before.current = path;
    setOpen(false);
    // A new page is read from its top, by the keyboard and by a screen reader too.
    main.current?.focus({ preventScroll: true });
    window.scrollTo(0, 0);
  }, [path]);

  return (
    <div className={styles.frame}>
      <a className={styles.skip} href="#main">
        {text('Skip to the page')}
      </a>
      <header className={styles.top}>
        <button
          type="button"
          className={styles.menu}
          aria-expanded={isOpen}
          aria-controls="places"
          onClick={() => setOpen(!isOpen)}
        >
          <Icon name="menu" />
          <span className="only-read">{text('Menu')}</span>
        </button>
        <Link href="/" className={styles.brand}>
          <Mark size={28} />
          <span>{me.account.name}</span>
        </Link>
        <FindButton />
        {locations.length > 1 && (
          <NativeSelect
            className={styles.where}
            size="sm"
            aria-label={text('Location')}
            value={locationId ?? ''}
            onChange={(event) =>
              choose(event.currentTarget.value === '' ? null : Number(event.currentTarget.value))
            }
          >
            {locations.map((location) => (
              <option key={location.id} value={location.depth === 0 ? '' : location.id}>
                {`${'\u2003'.repeat(location.depth)}${location.name}`}
              </option>
            ))}
          </NativeSelect>
        )}
        <span className={styles.live} data-live={state} role="status">
          <i aria-hidden="true" />
          {text(LIVE_WORDS[state])}
        </span>
      </header>
      {/* Behind a menu, what no one sees yet is drawn later. */}
      <nav id="places" className={styles.places} data-open={isOpen || undefined} aria-label={text('Pages')}>
        {(isFirstFrameShown || !isInBrowser || !matchMedia(`${styles.behindMenu}`).matches) && (
          <>
            <Places alarms={alarms} />
            <Who
              onSignOut={() =>
                Object.keys(keptDrafts(me.id)).length > 0 ? setLeaving(true) : void signOut()
              }
            />
          </>
        )}
      </nav>
      {isLeaving && (
        <Confirm
          title={text('Sign out and lose changes?')}
          action={text('Sign out')}
          onConfirm={() => void signOut()}
          onClose={() => setLeaving(false)}
        >
          <p>{text('You have unsaved changes to a schedule. Signing out discards them.')}</p>
        </Confirm>
      )}
      <main
        id="main"
        className={styles.main}
        ref={main}
        tabIndex={-1}
        data-silent={silentSince === null ? undefined : true}
      >
        {silentSince !== null && (
          <Callout role="status" className={styles.silent}>
            {text('No connection. The states of doors are as of {time}; reconnecting…', {
              time: words.moment(silentSince),
            })}
          </Callout>
        )}
        <EmergencyBanner />
        <Unsaved />
        <AlarmCount value={alarms}>{children}</AlarmCount>
      </main>
    </div>
  );
}

function Places({ alarms }: { alarms: number }) {
  const { me } = useHere();
  const [path] = useLocation();
  const isHere = (to: string) =>
    to === '/' ? path === '/' || path.startsWith('/doors/') : path.startsWith(to);
  return (
    <ul>
      {placesOf(me.role).map(({ path: to, name, icon }) => (
        <li key={to}>
          <Link href={to} aria-current={isHere(to) ? 'page' : undefined}>
            <Icon name={icon} />
            {name}
            {to === '/alarms' && alarms > 0 && (
              <b className={styles.count}>
                {alarms}
                <span className="only-read"> {text('not acknowledged')}</span>
              </b>
            )}
          </Link>
        </li>
      ))}
    </ul>
  );
}

/** Who is signed in, by whose clock, and the way out. */
function Who({ onSignOut }: { onSignOut(): void }) {
  const { me, serviceName } = useHere();
  const [path] = useLocation();
  return (
    <div className={styles.who}>
      <Link href="/account" aria-current={path === '/account' ? 'page' : undefined}>
        <Icon name="person" />
        <span>
          {me.name}
          <small>{`${text(ROLE_NAMES[me.role])} · ${me.location.name}`}</small>
        </span>
      </Link>
      <WhoseTime />
      <Button variant="default" size="xs" fullWidth onClick={onSignOut}>
        {text('Sign out')}
      </Button>
      <small className={styles.service}>{serviceName}</small>
    </div>
  );
}
