import { Button, Radio } from '@mantine/core';
import { keepPreviousData, skipToken, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { call, RequestError } from '../api.js';
import { OverlapList } from '../calendars/overlaps.jsx';
import { useDraft } from '../drafts/drafts.js';
import { schedulePath } from '../drafts/drafts.rules.js';
import { useRested } from '../drafts/rested.js';
import { SaveBar } from '../drafts/save-bar.jsx';
import { text } from '../language/text.js';
import { useHere } from '../session.js';
import { Choices, FormDialog } from '../ui/forms/form-dialog.jsx';
import { Buttons, LinkButton } from '../ui/parts/button.jsx';
import { Card } from '../ui/parts/card.jsx';
import { Failure } from '../ui/parts/failure.jsx';
import { Callout, Note } from '../ui/parts/text.jsx';
import { FULL_DAY_NAMES } from '../week/days.js';
import { copyDay, type Draft, faultsOf, freshId, toDraft, toSaved } from '../week/editor.rules.js';
import schedulePage from '../week/page.module.css';
import { blocksWords, changesOf, effectWords, POLICY_WORDS } from '../week/schedule-words.js';
import type { DoorSchedule, TogglePolicy } from '../week/types.js';
import { DAYS, type Day } from '../week/week.rules.js';
import { WeekFields } from '../week/week-fields.jsx';
import { named } from '../words/names.rules.js';
import type { ZoneWords } from '../words/zone.rules.js';
import { Ahead } from './ahead.jsx';
import { Exceptions } from './exceptions.jsx';
import { useOverlaps } from './overlaps.js';

interface EditorProps {
  id: number;
  /** As the service has it now; what is changed here may have begun from an older one. */
  saved: DoorSchedule;
  words: ZoneWords;
}

export function ScheduleEditor({ id, saved, words }: EditorProps) {
  const client = useQueryClient();
  const { me } = useHere();
  const { base, draft, isChanged, isStale, ...draftHere } = useDraft<DoorSchedule, Draft>(
    me.id,
    schedulePath(id),
    {
      saved,
      draftOf: toDraft,
      isSame: (from, changed) => changesOf(from.schedule, from.toggle_policy, changed).length === 0,
      nameOf: ({ lock }) => text('the schedule of {door}', { door: named(lock.name) }),
    },
  );
  const [copying, setCopying] = useState<Day | null>(null);
  const ids = useRef(0);
  const newId = () => {
    ids.current = Math.max(ids.current + 1, freshId(draft));
    return ids.current;
  };
  const faults = faultsOf(draft);
  const changes = changesOf(base.schedule, base.toggle_policy, draft);

  const overlaps = useOverlaps(id, toSaved(draft).exceptions, faults.size === 0, base.version);
  const preview = usePreview(id, draft, faults.size === 0, base.version);
  const save = useMutation({
    mutationFn: (sent: Draft) =>
      call('PUT', `/doors/${id}/schedule`, {
        body: { version: base.version, ...toSaved(sent) },
      }),
    onSuccess: (now, sent) => {
      client.setQueryData(['door', id, 'schedule'], now);
      draftHere.saved(now, sent);
      void client.invalidateQueries({ queryKey: ['door', id] });
    },
    onError: (error) => {
      if (isConflict(error)) void client.invalidateQueries({ queryKey: ['door', id, 'schedule'] });
    },
  });
  const edit = (change: Partial<Draft>) => {
    if (!save.isPending) save.reset();
    draftHere.edit(change);
  };
  const setDay = (day: Day, blocks: Draft['week'][Day]) => edit({ week: { ...draft.week, [day]: blocks } });
  const take = () => {
    save.reset();
    draftHere.start(saved);
  };
  const keep = () => {
    save.reset();
    draftHere.keep();
  };
  const waits =
    DAYS.some((day) => draft.week[day].some((block) => block.first_person_in)) ||
    draft.exceptions.some(({ blocks }) => blocks.some((block) => block.first_person_in));

  return (
    <div className={schedulePage.page}>
      <Card aria-labelledby="week">
        <h2 id="week">{text('Every week')}</h2>
        <Note>
          {text('Draw across a day to add hours, drag them, or pull an end. The fields below do the same.')}
        </Note>
        <WeekFields
          week={draft.week}
          faults={faults}
          newId={newId}
          onChange={setDay}
          below={(day) => (
            <Button
              variant="default"
              size="xs"
              aria-label={text('Copy {day} to other days', { day: FULL_DAY_NAMES[day] })}
              onClick={() => setCopying(day)}
            >
              {text('Copy')}
            </Button>
          )}
        />
      </Card>
      <Card aria-labelledby="exceptions">
        <h2 id="exceptions">{text('Exceptions')}</h2>
        <Note>{text('Holidays and special days: on these dates the week above does not count.')}</Note>
        <Exceptions
          exceptions={draft.exceptions}
          faults={faults}
          today={words.date(base.days[0]?.ends_at ? Date.parse(base.days[0].ends_at) - 1 : 0)}
          newId={newId}
          onChange={(exceptions) => edit({ exceptions })}
        />
        {overlaps && overlaps.total > 0 && (
          <>
            <h3>{text('Days that calendars name too')}</h3>
            <OverlapList overlaps={overlaps} own={text('this door')} />
          </>
        )}
      </Card>
      <Card aria-labelledby="policy">
        <h2 id="policy">{text('Who begins a block that waits for the first person')}</h2>
        <Radio.Group
          aria-labelledby="policy"
          value={draft.toggle_policy}
          onChange={(value) => edit({ toggle_policy: value as TogglePolicy })}
        >
          {Object.entries(POLICY_WORDS).map(([value, { name, means }]) => (
            <Radio key={value} value={value} label={text(name)} description={text(means)} />
          ))}
        </Radio.Group>
        {waits && draft.toggle_policy === 'none' && (
          <Callout className={schedulePage.callout}>
            <Note>
              {text(
                'There are blocks that wait for the first person, and no one can begin them: they never open the door.',
              )}
            </Note>
          </Callout>
        )}
      </Card>
      <Card aria-labelledby="ahead">
        <h2 id="ahead">{text('The next 14 days')}</h2>
        {preview.isError && <Failure error={preview.error} again={() => void preview.refetch()} />}
        <Ahead days={isChanged ? (preview.data?.days ?? base.days) : base.days} />
      </Card>
      {isChanged && (
        <Card aria-labelledby="changes">
          <h2 id="changes">{text('What will change')}</h2>
          <ul className={schedulePage.changes}>
            {changes.map((change) => (
              <li key={change}>{change}</li>
            ))}
          </ul>
          {base.is_of_site_file && (
            <Note>
              {text(
                'The site file keeps this schedule for itself: change the hours there too, or they come back.',
              )}
            </Note>
          )}
        </Card>
      )}
      <SaveBar
        isChanged={isChanged}
        isReady={faults.size === 0 && !isStale}
        save={save}
        error={isConflict(save.error) ? null : save.error}
        onDiscard={take}
        onSave={() => save.mutate(draft)}
        conflict={
          isStale && isChanged && <Conflict saved={saved} words={words} onTake={take} onKeep={keep} />
        }
      >
        <strong>
          {text('{count, plural, one {# change.} other {# changes.}}', { count: changes.length })}
        </strong>{' '}
        {faults.size > 0
          ? text('Some days or hours are not complete yet.')
          : preview.data && effectWords(preview.data.effect, words.moment)}
      </SaveBar>
      {copying && (
        <CopyDialog
          day={copying}
          what={blocksWords(draft.week[copying])}
          onClose={() => setCopying(null)}
          onCopy={(days) => {
            edit(copyDay(draft, copying, days));
            setCopying(null);
          }}
        />
      )}
    </div>
  );
}

const isConflict = (error: unknown): boolean =>
  error instanceof RequestError && error.code === 'changed_meanwhile';

interface ConflictProps {
  saved: DoorSchedule;
  words: ZoneWords;
  onTake(): void;
  onKeep(): void;
}

/** Two people at one schedule: nothing is lost, and who was second decides. */
function Conflict({ saved, words, onTake, onKeep }: ConflictProps) {
  const { week } = toDraft(saved);
  const { changed } = saved;
  return (
    <Callout role="alert">
      <p>
        <strong>
          {changed
            ? text(
                '{who} changed this schedule at {time}, while you were at it. Nothing of yours is saved.',
                {
                  who: changed.by,
                  time: words.moment(changed.at),
                },
              )
            : text('Someone changed this schedule while you were at it. Nothing of yours is saved.')}
        </strong>
      </p>
      <Note>
        {text('Now it says: {week}.', {
          week: DAYS.map((day) => `${FULL_DAY_NAMES[day]} ${blocksWords(week[day])}`).join('; '),
        })}
      </Note>
      <Buttons>
        <Button variant="default" size="xs" onClick={onTake}>
          {text('Drop mine, show theirs')}
        </Button>
        <Button variant="default" size="xs" onClick={onKeep}>
          {text('Keep mine, compare with theirs')}
        </Button>
      </Buttons>
    </Callout>
  );
}

/** What the service makes of a draft, once the hand rests. */
function usePreview(id: number, draft: Draft, isWhole: boolean, version: string) {
  const { weekly, exceptions } = toSaved(draft);
  const rested = useRested(JSON.stringify({ weekly, exceptions }), isWhole);
  return useQuery({
    queryKey: ['door', id, 'schedule-preview', version, rested],
    queryFn:
      rested === null
        ? skipToken
        : ({ signal }) => call('POST', `/doors/${id}/schedule/preview`, { body: JSON.parse(rested), signal }),
    placeholderData: keepPreviousData,
  });
}

interface CopyDialogProps {
  day: Day;
  what: string;
  onClose(): void;
  onCopy(days: Day[]): void;
}

function CopyDialog({ day, what, onClose, onCopy }: CopyDialogProps) {
  const others = DAYS.filter((other) => other !== day);
  const [chosen, setChosen] = useState<Day[]>([]);
  return (
    <FormDialog
      title={text('Copy {day} to…', { day: FULL_DAY_NAMES[day] })}
      action={text('Copy')}
      change={{ mutate: () => onCopy(chosen), isPending: false, general: null }}
      isReady={chosen.length > 0}
      onClose={onClose}
    >
      <Note>{text('{hours}, in place of what these days have.', { hours: what })}</Note>
      <fieldset>
        <legend>{text('To these days')}</legend>
        <div>
          <LinkButton onClick={() => setChosen(others.filter((other) => other !== 'sat' && other !== 'sun'))}>
            {text('Working days')}
          </LinkButton>{' '}
          <LinkButton onClick={() => setChosen([...others])}>{text('All')}</LinkButton>
        </div>
        <Choices
          options={others.map((other) => ({ value: other, label: FULL_DAY_NAMES[other] }))}
          chosen={chosen}
          onChange={setChosen}
        />
      </fieldset>
    </FormDialog>
  );
}
