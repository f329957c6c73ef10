import { useDeferredValue, useEffect, useMemo, useRef } from 'react';
import { Begin, BeginLine } from '../begin/begin.jsx';
import { text } from '../language/text.js';
import { useHere } from '../session.js';
import { isAwaited } from '../ui/lists/awaited.js';
import { Filters, Tools } from '../ui/lists/filters.jsx';
import { SearchField } from '../ui/lists/search-field.jsx';
import { Skeleton } from '../ui/lists/skeleton.jsx';
import { useChoice, useTyped } from '../ui/page/address.js';
import { Later, useFirstFrame } from '../ui/page/later.jsx';
import { Title } from '../ui/page/title.jsx';
import { LinkButton } from '../ui/parts/button.jsx';
import { Failure } from '../ui/parts/failure.jsx';
import { Empty } from '../ui/parts/text.jsx';
import { ZoneNote } from '../ui/parts/time.jsx';
import { AlarmStrip } from './alarms.jsx';
import { Attention } from './attention.jsx';
import { DoorGrid } from './grid.jsx';
import { Latest } from './latest.jsx';
import styles from './page.module.css';
import { useAttention, useOverview } from './query.js';
import { alarmsByLock, looked, STATUS_WORDS, STATUSES, statusOf, urgentFirst } from './status.rules.js';
import { nothingWords } from './status-words.js';

export function OverviewPage() {
  const { locationId } = useHere();
  const overview = useOverview(locationId);
  const isShown = useFirstFrame();
  const search = useTyped('q');
  const [only, setOnly] = useChoice('show', STATUSES);
  const wanted = useDeferredValue(search.value);
  const field = useRef<HTMLInputElement>(null);
  const data = overview.data;
  const attention = useAttention(locationId);
  // All at once: what comes later would push down what one is about to press.
  const isWaiting = overview.isPending || isAwaited(attention);

  const all = useMemo(() => {
    if (!data) return [];
    const alarms = alarmsByLock(data.alarms);
    return urgentFirst(data.locks.map((lock) => ({ lock, status: statusOf(lock, alarms) })));
  }, [data]);
  const { found, counts, shown } = useMemo(() => looked(all, wanted, only), [all, wanted, only]);
  const showAll = () => {
    search.clear();
    setOnly(null);
    field.current?.focus();
  };

  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const isTyping =
        event.target instanceof HTMLElement && event.target.closest('input, textarea, select, dialog');
      if (event.key !== '/' || isTyping || event.ctrlKey || event.metaKey) return;
      event.preventDefault();
      field.current?.focus();
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, []);

  return (
    <>
      <Title
        note={
          // The room of a line before there are words for it.
          isShown && data
            ? text('{count, plural, one {# door} other {# doors}}', { count: all.length })
            : '\u00a0'
        }
      >
        {text('Doors')}
      </Title>
      {(!data || all.length > 0) && <BeginLine />}
      {overview.isError && <Failure error={overview.error} again={() => void overview.refetch()} />}
      {isWaiting && <Skeleton />}
      {data && !isWaiting && (
        <>
          <AlarmStrip alarms={data.alarms} />
          {all.length > 0 && <Attention shown={all} />}
          <div className={styles.page}>
            <div>
              <Tools>
                <SearchField
                  ref={field}
                  typed={search}
                  name={text('Search doors')}
                  placeholder={`${text('Search doors')}  ( / )`}
                />
                <Filters
                  choices={STATUSES.map((value) => ({
                    value,
                    words: text(STATUS_WORDS[value]),
                    count: counts[value],
                  }))}
                  value={only}
                  onChange={setOnly}
                />
              </Tools>
              <p className="only-read" role="status">
                <Later>
                  {text('{count, plural, one {# door shown} other {# doors shown}}', { count: shown.length })}
                </Later>
              </p>
              {all.length === 0 && <Begin />}
              {all.length > 0 && shown.length === 0 && (
                <Empty>
                  {`${nothingWords(wanted, only, found)} `}
                  <LinkButton onClick={showAll}>{text('Show all doors')}</LinkButton>
                </Empty>
              )}
              <DoorGrid shown={shown} />
              {shown.length > 0 && (
                <Later>
                  <ZoneNote />
                </Later>
              )}
            </div>
            {all.length > 0 && (
              <aside className={styles.aside}>
                <Later>
                  <Latest />
                </Later>
              </aside>
            )}
          </div>
        </>
      )}
    </>
  );
}
