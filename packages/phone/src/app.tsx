import { markOf } from '@door-access/protocol/identity';
import { useEffect, useState } from 'preact/hooks';
import styles from './app.module.css';
import button from './button.module.css';
import { now, useNow } from './clock.js';
import { DoorCard } from './door.jsx';
import { byPlace, keysToExplain, search } from './doors.rules.js';
import { Install } from './install.jsx';
import { Claim, Move } from './move.jsx';
import { type Seen, useRing } from './ring.js';
import type { Key, Ring } from './types.js';
import { ago, moment, type Words, wordsOf } from './words.rules.js';

/** Fewer are all in sight. */
const SEARCH_FROM = 9;

export function App() {
  const seen = useRing();
  const words = wordsOf([seen.ring?.language ?? '', ...navigator.languages]);
  useEffect(() => {
    document.documentElement.lang = words.locale.slice(0, 2);
    document.title = words.title;
  }, [words]);
  const { ring, state } = seen;
  return (
    <>
      <header>
        {(ring || state === 'loading') && (
          <p class={styles.brand}>
            {ring && (
              <>
                {/* Drawn here: it is there without a network too. */}
                <span aria-hidden="true" dangerouslySetInnerHTML={{ __html: markOf(ring.service) }} />
                {organisations(ring).join(' · ')}
              </>
            )}
          </p>
        )}
        <h1>{ring?.person ? words.hello(ring.person) : words.title}</h1>
        <Connection seen={seen} words={words} />
      </header>
      <main>
        {state === 'none' && (
          <Notice {...words.noKey}>
            <Claim words={words} onEnd={seen.look} />
          </Notice>
        )}
        {state !== 'none' && !ring && state === 'loading' && <p role="status">{words.loading}</p>}
        {state !== 'none' && !ring && state === 'stale' && (
          <Notice {...words.unreachable}>
            <button type="button" class={button.plain} onClick={seen.look}>
              {words.again}
            </button>
          </Notice>
        )}
        {ring && <Doors ring={ring} words={words} seen={seen} />}
        {ring && <Keys keys={ring.keys} words={words} />}
        {ring && ring.doors.length > 0 && <Install words={words} />}
        {ring?.keys.some((key) => key.status === 'valid') && <Move words={words} />}
      </main>
      {ring && <footer class={styles.footer}>{ring.service}</footer>}
    </>
  );
}

/** Whose doors these are; the service, where no key says so. */
function organisations({ keys, service }: Ring): string[] {
  const names = [...new Set(keys.map((key) => key.organisation))];
  return names.length > 0 ? names : [service];
}

function Connection({ seen, words }: { seen: Seen; words: Words }) {
  const time = useNow(5_000);
  if (seen.state === 'stale' && seen.ring)
    return (
      <p class={`${styles.connection} ${styles.stale}`} role="status">
        <span>{words.stale(ago(words, seen.at, time))}</span>
        <button type="button" class={button.plain} onClick={seen.look}>
          {words.again}
        </button>
      </p>
    );
  return (
    <p class={styles.connection} role="status">
      {seen.state === 'live' && (
        <>
          <i /> {words.live}
        </>
      )}
    </p>
  );
}

function Doors({ ring, words, seen }: { ring: Ring; words: Words; seen: Seen }) {
  const [question, setQuestion] = useState('');
  const found = search(ring.doors, question);
  if (ring.doors.length === 0) return <Notice {...words.noDoors} />;
  return (
    <>
      {ring.doors.length >= SEARCH_FROM && (
        <input
          type="search"
          aria-label={words.search}
          placeholder={words.search}
          value={question}
          autocomplete="off"
          onInput={(event) => setQuestion(event.currentTarget.value)}
        />
      )}
      {found.length === 0 && <p role="status">{words.noneFound}</p>}
      {byPlace(found).map((place) => (
        <section key={place.key} aria-label={place.name}>
          <h2>{place.name}</h2>
          <ul>
            {place.doors.map((door) => (
              <DoorCard
                key={door.id}
                door={door}
                words={words}
                isLive={seen.state === 'live'}
                seenAt={seen.at}
                onEnd={seen.look}
              />
            ))}
          </ul>
        </section>
      ))}
    </>
  );
}

function Keys({ keys, words }: { keys: Key[]; words: Words }) {
  const explained = new Set(keysToExplain(keys));
  return (
    <section class={styles.keys} aria-label={words.keys}>
      <h2>{words.keys}</h2>
      <ul>
        {keys.map((key) => (
          <li key={key.id}>
            <strong>{key.name}</strong>
            <small>
              {key.organisation} · {key.location}
              {!explained.has(key) &&
                ` · ${key.expires_at ? words.until(moment(words, key.expires_at, key.timezone, now())) : words.withoutEnd}`}
            </small>
            {key.status !== 'valid' && (
              <p class={styles.over}>
                {words.status[key.status]({
                  organisation: key.organisation,
                  time: moment(
                    words,
                    key.status === 'not_yet' ? key.starts_at : (key.expires_at ?? key.starts_at),
                    key.timezone,
                    now(),
                  ),
                })}
              </p>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

function Notice({
  title,
  text,
  children,
}: {
  title: string;
  text: string;
  children?: preact.ComponentChildren;
}) {
  return (
    <section class={styles.notice}>
      <div role="status">
        <h2>{title}</h2>
        <p>{text}</p>
      </div>
      {children}
    </section>
  );
}
