import { Button, TextInput } from '@mantine/core';
import { keepPreviousData, skipToken, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call, RequestError } from '../api.js';
import { useDraft } from '../drafts/drafts.js';
import { calendarPath } from '../drafts/drafts.rules.js';
import { useRested } from '../drafts/rested.js';
import { SaveBar } from '../drafts/save-bar.jsx';
import { text } from '../language/text.js';
import { useHere } from '../session.js';
import { field } from '../ui/forms/form.js';
import { Buttons } from '../ui/parts/button.jsx';
import { Card } from '../ui/parts/card.jsx';
import { Failure } from '../ui/parts/failure.jsx';
import { Callout, Note } from '../ui/parts/text.jsx';
import schedulePage from '../week/page.module.css';
import { WeekFields } from '../week/week-fields.jsx';
import { named } from '../words/names.rules.js';
import { bodyOf, type Draft, draftOf, faultsIn, freshIdOf } from './calendar.rules.js';
import { Days } from './days.jsx';
import { HolidaysCard } from './holidays.jsx';
import { OverlapList } from './overlaps.jsx';
import type { Calendar } from './types.js';
import { Where } from './where.jsx';

/** All of a calendar in one draft, saved at once, with what it meets at its doors shown before. */
export function CalendarEditor({ saved }: { saved: Calendar }) {
  const client = useQueryClient();
  const { me } = useHere();
  const { base, draft, isChanged, isStale, ...draftHere } = useDraft<Calendar, Draft>(
    me.id,
    calendarPath(saved.id),
    {
      saved,
      draftOf,
      isSame: (from, changed) => JSON.stringify(bodyOf(changed)) === JSON.stringify(bodyOf(draftOf(from))),
      nameOf: ({ name }) => text('the calendar {name}', { name: named(name) }),
    },
  );
  const body = bodyOf(draft);
  const faults = faultsIn(draft);

  const preview = usePreview(base.id, JSON.stringify(body), faults.size === 0, base.version);
  const save = useMutation({
    mutationFn: (sent: Draft) =>
      call('PUT', `/calendars/${base.id}`, { body: { version: base.version, ...bodyOf(sent) } }),
    onSuccess: (now, sent) => {
      client.setQueryData(['calendar', base.id], now);
      draftHere.saved(now, sent);
      for (const key of ['calendars', 'door', 'year']) void client.invalidateQueries({ queryKey: [key] });
    },
    onError: (error) => {
      if (error instanceof RequestError && error.code === 'changed_meanwhile')
        void client.invalidateQueries({ queryKey: ['calendar', base.id] });
    },
  });
  const edit = (change: Partial<Draft>) => {
    if (!save.isPending) save.reset();
    draftHere.edit(change);
  };
  const newId = () => freshIdOf(draft);

  return (
    <div className={schedulePage.page}>
      <Card aria-labelledby="general">
        <h2 id="general">{text('Name')}</h2>
        <TextInput
          label={text('Name of the calendar')}
          required
          {...field(
            draft.name,
            (name) => edit({ name }),
            draft.name.trim() === '' ? text('Give it a name.') : undefined,
          )}
        />
      </Card>
      <Where calendar={saved} draft={draft} onChange={edit} />
      <HolidaysCard holidays={draft.holidays} onChange={(holidays) => edit({ holidays })} />
      <Days
        draft={draft}
        faults={faults}
        today={base.today}
        newId={newId}
        onChange={(days) => edit({ days })}
      />
      <Card aria-labelledby="week">
        <h2 id="week">{text('Every week')}</h2>
        <Note>
          {text('For doors without weekly hours of their own. Leave it empty to share days alone.')}
        </Note>
        <WeekFields
          week={draft.week}
          faults={faults}
          newId={newId}
          onChange={(day, blocks) => edit({ week: { ...draft.week, [day]: blocks } })}
        />
      </Card>
      <Card aria-labelledby="overlaps">
        <h2 id="overlaps">{text('Days that overlap')}</h2>
        {preview.isError && <Failure error={preview.error} again={() => void preview.refetch()} />}
        {preview.data && <OverlapList overlaps={preview.data.overlaps} own={text('the door')} />}
      </Card>
      <SaveBar
        isChanged={isChanged}
        isReady={faults.size === 0 && !isStale && draft.name.trim() !== ''}
        save={save}
        error={isStale ? null : save.error}
        onDiscard={() => draftHere.start(saved)}
        onSave={() => save.mutate(draft)}
        conflict={
          isStale &&
          isChanged && (
            <Callout role="alert">
              <p>
                <strong>
                  {text('{name} changed this calendar while you were at it. Nothing of yours is saved.', {
                    name: saved.changed.by,
                  })}
                </strong>
              </p>
              <Buttons>
                <Button variant="default" size="xs" onClick={() => draftHere.start(saved)}>
                  {text('Drop mine, show theirs')}
                </Button>
                <Button variant="default" size="xs" onClick={draftHere.keep}>
                  {text('Keep mine')}
                </Button>
              </Buttons>
            </Callout>
          )
        }
      >
        {faults.size > 0
          ? text('Some days or hours are not complete yet.')
          : preview.data &&
            text('Counts for {count, plural, one {# door} other {# doors}} as soon as it is saved.', {
              count: preview.data.doors,
            })}
      </SaveBar>
    </div>
  );
}

/** What the service makes of a draft, once the hand rests. */
function usePreview(id: string, asked: string, isWhole: boolean, version: string) {
  const rested = useRested(asked, isWhole);
  return useQuery({
    queryKey: ['calendar', id, 'preview', version, rested],
    queryFn:
      rested === null
        ? skipToken
        : ({ signal }) => call('POST', `/calendars/${id}/preview`, { body: JSON.parse(rested), signal }),
    placeholderData: keepPreviousData,
  });
}
