import { Button, Checkbox, NativeSelect } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../api.js';
import { text } from '../language/text.js';
import type { WeeklyReport } from '../types.js';
import { field, useChange } from '../ui/forms/form.js';
import { Back } from '../ui/page/back.jsx';
import { Title } from '../ui/page/title.jsx';
import { Card, SectionHead } from '../ui/parts/card.jsx';
import { Failure } from '../ui/parts/failure.jsx';
import { Note, Outcome } from '../ui/parts/text.jsx';
import { FULL_DAY_NAMES } from '../week/days.js';
import styles from './alarms.module.css';
import { type Day, EVERY_DAY } from './week.rules.js';

const KEY = 'weekly-report';
const HOURS = Array.from({ length: 24 }, (_, hour) => ({
  value: String(hour),
  label: `${String(hour).padStart(2, '0')}:00`,
}));

/** The weekly report: whether the reader gets it, and the mail itself as it would be sent now. */
export default function WeeklyPage() {
  const asked = useQuery({
    queryKey: [KEY],
    queryFn: ({ signal }) => call('GET', '/weekly-report', { signal }),
  });
  return (
    <>
      <Back to="/alarms">{text('All alarms')}</Back>
      <Title
        note={text(
          'Doors that need attention, alarms and their causes, gateways, keys and door tests, by e-mail.',
        )}
      >
        {text('Weekly report')}
      </Title>
      {asked.isError && <Failure error={asked.error} again={() => void asked.refetch()} />}
      {asked.data && <Choice report={asked.data} />}
      <section aria-label={text('This week’s report')}>
        <SectionHead>
          <h2>{text('This week’s report')}</h2>
          {asked.data && <SendNow />}
        </SectionHead>
        <iframe
          className={styles.mail}
          title={text('The report, as it is sent')}
          src="/dashboard/weekly-report/mail"
          onLoad={({ currentTarget }) => fit(currentTarget)}
        />
      </section>
    </>
  );
}

/** As high as the mail, also when the window gets narrower: the page alone scrolls. */
function fit(frame: HTMLIFrameElement): void {
  const mail = frame.contentDocument?.documentElement;
  if (!mail) return;
  const set = () => {
    frame.style.blockSize = `${mail.offsetHeight + 24}px`;
  };
  set();
  new ResizeObserver(set).observe(mail);
}

function Choice({ report }: { report: WeeklyReport }) {
  const { chosen, location, timezone, email, sends_mail } = report;
  const [isOn, setOn] = useState(chosen !== null);
  const [day, setDay] = useState<Day>(chosen?.day ?? 'mon');
  const [hour, setHour] = useState(String(chosen?.hour ?? 7));
  const save = useChange(
    () => call('PUT', '/weekly-report', { body: { chosen: isOn ? { day, hour: Number(hour) } : null } }),
    [KEY],
  );
  return (
    <Card aria-label={text('When you get it')}>
      <form
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault();
          save.mutate(undefined);
        }}
      >
        <Checkbox
          label={text('Send it to me every week, to {email}', { email })}
          description={sends_mail ? undefined : text('No mail server is set: messages stay in the outbox.')}
          checked={isOn}
          onChange={(event) => setOn(event.currentTarget.checked)}
        />
        {isOn && (
          <div className={styles.line}>
            <NativeSelect
              label={text('Day')}
              data={EVERY_DAY.map((value) => ({ value, label: FULL_DAY_NAMES[value] }))}
              {...field(day, setDay, save.fault('chosen.day'))}
            />
            <NativeSelect
              label={text('Hour')}
              data={HOURS}
              {...field(hour, setHour, save.fault('chosen.hour'))}
            />
          </div>
        )}
        <Note>
          {text('About {location} and all below it, over the seven days before, in the time of {timezone}.', {
            location,
            timezone,
          })}
        </Note>
        {save.general ? <Failure error={save.general} /> : null}
        <Button type="submit" variant="default" loading={save.isPending}>
          {text('Save')}
        </Button>
        <Outcome>{save.isSuccess ? text('Saved.') : ''}</Outcome>
      </form>
    </Card>
  );
}

function SendNow() {
  const send = useChange(() => call('POST', '/weekly-report/send', { body: {} }), ['outbox']);
  return (
    <div className={styles.line}>
      <Button variant="default" loading={send.isPending} onClick={() => send.mutate(undefined)}>
        {text('Send it to me now')}
      </Button>
      {send.isError && <Failure error={send.error} />}
      <Outcome>{send.data ? text('It is on its way to {to}.', { to: send.data.to }) : ''}</Outcome>
    </div>
  );
}
