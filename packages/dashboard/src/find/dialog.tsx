import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useDeferredValue, useEffect, useRef, useState } from 'react';
import { useLocation } from 'wouter';
import { call, query } from '../api.js';
import { text } from '../language/text.js';
import { useOverview } from '../overview/query.js';
import { placesOf } from '../places.js';
import { useHere } from '../session.js';
import type { Lock } from '../types.js';
import { useActive } from '../ui/forms/active.js';
import { Dialog } from '../ui/forms/dialog.jsx';
import { Icon } from '../ui/parts/icon.jsx';
import { useWords } from '../ui/parts/time.jsx';
import { Command } from './command.jsx';
import styles from './dialog.module.css';
import { groupsOf, MIN_ASKED } from './found.js';
import { recentOf, remember } from './recent.js';
import { type Act, partsOf, type Row } from './rows.rules.js';
import { useSettled } from './settled.js';

/** One field over doors, people, gateways, events, pages and commands. Whatever is chosen, the keyboard suffices. */
export default function FindDialog({ onClose }: { onClose(): void }) {
  const [typed, setTyped] = useState('');
  const [asked, setAsked] = useState<{ act: Act; lockId: number } | null>(null);
  // All that the person may see, whatever location the pages look at.
  const locks = useOverview(null).data?.locks ?? [];
  const lock = locks.find(({ id }) => id === asked?.lockId);
  if (asked && lock)
    return <Command act={asked.act} lock={lock} onBack={() => setAsked(null)} onClose={onClose} />;
  return <Finder {...{ typed, locks, onClose }} onType={setTyped} onAsk={setAsked} />;
}

interface FinderProps {
  typed: string;
  locks: readonly Lock[];
  onType(typed: string): void;
  onAsk(asked: { act: Act; lockId: number }): void;
  onClose(): void;
}

function Finder({ typed, locks, onType, onAsk, onClose }: FinderProps) {
  const { me, mayWrite } = useHere();
  const [, go] = useLocation();
  const words = useWords();
  const [recent] = useState(() => recentOf(me.id));
  const input = useRef<HTMLInputElement>(null);
  // After the dialog has opened, which gives the focus to its first part.
  useEffect(() => input.current?.focus(), []);
  const wanted = useDeferredValue(typed);
  const settled = useSettled(typed.trim());
  const isAsked = settled.length >= MIN_ASKED;
  const service = useQuery({
    queryKey: ['search', settled],
    queryFn: ({ signal }) => call('GET', `/search${query({ q: settled })}`, { signal }),
    enabled: isAsked,
    placeholderData: keepPreviousData,
  });
  const groups = groupsOf(wanted, {
    locks,
    places: placesOf(me.role),
    found: isAsked && service.data ? service.data : null,
    recent,
    mayAct: mayWrite,
    at: words.moment,
  });
  const count = groups.reduce((sum, { rows }) => sum + rows.length, 0);
  const takeable = groups.flatMap(({ rows }) => rows.filter(({ isRefused }) => !isRefused));
  const isOn = typed.trim() === settled && !service.isFetching;

  const type = (value: string) => {
    onType(value);
    active.reset();
  };
  const choose = (row: Row) => {
    if ('typing' in row.leads) return type(row.leads.typing);
    remember(me.id, row);
    if ('act' in row.leads) return onAsk(row.leads);
    onClose();
    go(row.leads.to);
  };
  const active = useActive(takeable, choose);

  return (
    <Dialog title={text('Find or do')} isBare onClose={onClose}>
      <div className={styles.find}>
        <div className={styles.field}>
          <Icon name="search" />
          <input
            ref={input}
            {...active.field}
            aria-label={text('Find or do')}
            placeholder={text('A door, person, page, or “unlock main”')}
            value={typed}
            maxLength={100}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            onChange={(event) => type(event.currentTarget.value)}
          />
          <button type="button" className={styles.close} onClick={onClose}>
            <Icon name="cross" size={18} />
            <span className="only-read">{text('Close')}</span>
          </button>
        </div>
        <p className="only-read" role="status">
          {isOn && typed !== '' && text('{count, plural, one {# result} other {# results}}', { count })}
        </p>
        {service.isError && (
          <p className={styles.note} role="alert">
            {text('People, gateways and events could not be searched: {error}', {
              error: service.error.message,
            })}
          </p>
        )}
        {count === 0 && isOn && (
          <p className={styles.note}>{text('Nothing matches “{search}”.', { search: typed.trim() })}</p>
        )}
        <div {...active.list(text('Results'))} className={styles.list}>
          {groups.map(({ name, rows }) => (
            <div key={name} {...active.group(name)} className={styles.group}>
              <p aria-hidden="true">{name}</p>
              {rows.map((row) => (
                <div key={row.key} {...active.option(row, row.isRefused)} className={styles.row}>
                  <Icon name={row.icon} />
                  <span>
                    <Marked words={row.label} typed={wanted} />
                    {row.note && (
                      <small>
                        <Marked words={row.note} typed={wanted} />
                      </small>
                    )}
                  </span>
                </div>
              ))}
            </div>
          ))}
        </div>
        <p className={styles.keys} aria-hidden="true">
          <kbd>↑</kbd> <kbd>↓</kbd> {text('move')} <kbd>{'Enter'}</kbd> {text('choose')} <kbd>{'Esc'}</kbd>{' '}
          {text('close')}
        </p>
      </div>
    </Dialog>
  );
}

function Marked({ words, typed }: { words: string; typed: string }) {
  return partsOf(words, typed).map(({ text: part, isMatch }, index) =>
    isMatch ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: a part is its place in the text
      <mark key={index}>{part}</mark>
    ) : (
      part
    ),
  );
}
