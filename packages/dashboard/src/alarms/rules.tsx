import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { OwnBrowsers } from '../account/browsers.jsx';
import { call } from '../api.js';
import { rich, text } from '../language/text.js';
import { useHere } from '../session.js';
import type { AlarmChannel, AlarmRule, AlarmSettings } from '../types.js';
import { Confirm, Secret } from '../ui/forms/dialog.jsx';
import { useChange } from '../ui/forms/form.js';
import { RowButton } from '../ui/forms/row-button.jsx';
import { SendTest } from '../ui/forms/send-test.jsx';
import { List, Table } from '../ui/lists/list.jsx';
import { Back } from '../ui/page/back.jsx';
import { Title } from '../ui/page/title.jsx';
import { State } from '../ui/parts/badge.jsx';
import { SectionHead } from '../ui/parts/card.jsx';
import { Failure } from '../ui/parts/failure.jsx';
import { Note } from '../ui/parts/text.jsx';
import { Planned } from '../ui/parts/time.jsx';
import styles from './alarms.module.css';
import { ChannelForm } from './channel-form.jsx';
import { Contact } from './contact.jsx';
import { DutySection } from './duty.jsx';
import { MuteForm } from './mute-form.jsx';
import { settingsQuery } from './query.js';
import { RuleForm } from './rule-form.jsx';
import { CHANNEL_WORDS, KIND_WORDS, stepWords } from './words.js';

/** Who is notified of which alarms; where notices go; who is on duty; and how the reader is reached. */
export default function AlarmRulesPage() {
  const { locationId, mayWrite } = useHere();
  const asked = useQuery(settingsQuery(locationId));
  const [edited, setEdited] = useState<AlarmRule | 'new' | null>(null);
  const { data } = asked;
  return (
    <>
      <Back to="/alarms">{text('All alarms')}</Back>
      <Title
        note={text('Who is notified of which alarms, when, and how often.')}
        actions={mayWrite && data && <Button onClick={() => setEdited('new')}>{text('New rule')}</Button>}
      >
        {text('Alarm rules')}
      </Title>
      <List
        label={text('Alarm rules')}
        asked={asked}
        rows={data?.rules ?? []}
        keyOf={({ id }) => id}
        heads={[text('Rule'), text('Alarms'), text('Notifies')]}
        hasActions={mayWrite}
        empty={text('There are no rules here yet: alarms are shown, but no one is notified.')}
      >
        {(rule) => <RuleRow rule={rule} settings={data as AlarmSettings} onEdit={() => setEdited(rule)} />}
      </List>
      {data && (
        <>
          <Channels channels={data.channels} />
          <DutySection settings={data} />
          <Contact contact={data.contact} settings={data} />
          <OwnBrowsers />
        </>
      )}
      {edited && data && (
        <RuleForm rule={edited === 'new' ? null : edited} settings={data} onClose={() => setEdited(null)} />
      )}
    </>
  );
}

interface RuleRowProps {
  rule: AlarmRule;
  settings: AlarmSettings;
  onEdit(): void;
}

function RuleRow({ rule, settings, onEdit }: RuleRowProps) {
  const { mayWrite } = useHere();
  const [asks, setAsks] = useState<'mute' | 'delete' | null>(null);
  const close = () => setAsks(null);
  const remove = useChange(() => call('DELETE', `/alarm-rules/${rule.id}`), ['alarm-settings'], close);
  const unmute = useChange(
    () => call('PUT', `/alarm-rules/${rule.id}/mute`, { body: { until: null } }),
    ['alarm-settings'],
  );
  return (
    <>
      <td>
        {rule.name}
        <small>{rule.location.name}</small>
        {rule.muted_until && (
          <State tone="warning">
            {rich('Muted until {time}', {
              time: <Planned at={rule.muted_until} locationId={rule.location.id} />,
            })}
          </State>
        )}
      </td>
      <td data-label={text('Alarms')}>
        {rule.kinds.map((kind) => text(KIND_WORDS[kind])).join(', ')}
        {rule.lock_ids.length > 0 && (
          <small>
            {text('{count, plural, one {of # door} other {of # doors}}', { count: rule.lock_ids.length })}
          </small>
        )}
      </td>
      <td data-label={text('Notifies')}>
        {rule.steps.map((step) => (
          <small key={step.after_s}>{stepWords(step, settings)}</small>
        ))}
        <small>{text('at most {count, number} an hour to each', { count: rule.per_hour })}</small>
      </td>
      {mayWrite && (
        <td>
          <div className={styles.actions}>
            <RowButton name={text('Change {name}', { name: rule.name })} onClick={onEdit}>
              {text('Change')}
            </RowButton>
            <RowButton
              loading={unmute.isPending}
              name={
                rule.muted_until
                  ? text('Unmute {name}', { name: rule.name })
                  : text('Mute {name}', { name: rule.name })
              }
              onClick={() => (rule.muted_until ? unmute.mutate(undefined) : setAsks('mute'))}
            >
              {rule.muted_until ? text('Unmute') : text('Mute')}
            </RowButton>
            <RowButton name={text('Delete {name}', { name: rule.name })} onClick={() => setAsks('delete')}>
              {text('Delete')}
            </RowButton>
          </div>
          {asks === 'mute' && <MuteForm rule={rule} onClose={close} />}
          {asks === 'delete' && (
            <Confirm
              title={text('Delete {name}?', { name: rule.name })}
              action={text('Delete')}
              isBusy={remove.isPending}
              onConfirm={() => remove.mutate(undefined)}
              onClose={close}
            >
              <p>{text('It notifies no one any more. Alarms are shown as before.')}</p>
            </Confirm>
          )}
        </td>
      )}
    </>
  );
}

function Channels({ channels }: { channels: readonly AlarmChannel[] }) {
  const { mayWrite } = useHere();
  const [isNew, setNew] = useState(false);
  const [secret, setSecret] = useState<string | null>(null);
  const remove = useChange((id: string) => call('DELETE', `/alarm-channels/${id}`), ['alarm-settings']);
  return (
    <section aria-label={text('Channels')}>
      <SectionHead>
        <h2>{text('Channels')}</h2>
        {mayWrite && (
          <Button variant="default" onClick={() => setNew(true)}>
            {text('New channel')}
          </Button>
        )}
      </SectionHead>
      <Note>
        {text('Where notices go besides colleagues: a mailbox, a number, a webhook, Slack, Teams.')}
      </Note>
      {remove.isError && <Failure error={remove.error} />}
      <Table
        label={text('All channels')}
        rows={channels}
        keyOf={({ id }) => id}
        heads={[text('Channel'), text('Kind'), text('Goes to')]}
        empty={text('There are no channels here yet.')}
        hasActions={mayWrite}
      >
        {(channel) => (
          <>
            <td>{channel.name}</td>
            <td data-label={text('Kind')}>{text(CHANNEL_WORDS[channel.kind])}</td>
            <td data-label={text('Goes to')}>{channel.address}</td>
            {mayWrite && (
              <td>
                <div className={styles.actions}>
                  <SendTest
                    name={channel.name}
                    send={() => call('POST', `/alarm-channels/${channel.id}/test`, { body: {} })}
                  />
                  <RowButton
                    name={text('Delete {name}', { name: channel.name })}
                    loading={remove.isPending && remove.variables === channel.id}
                    onClick={() => remove.mutate(channel.id)}
                  >
                    {text('Delete')}
                  </RowButton>
                </div>
              </td>
            )}
          </>
        )}
      </Table>
      {isNew && <ChannelForm onClose={() => setNew(false)} onSecret={setSecret} />}
      {secret !== null && (
        <Secret label={text('Secret of the webhook')} value={secret} onClose={() => setSecret(null)} />
      )}
    </section>
  );
}
