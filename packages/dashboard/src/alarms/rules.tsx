import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { OwnBrowsers } from '../account/browsers.jsx';
import { call } from '../api.js';
import { useHere } from '../session.js';
import type { AlarmChannel, AlarmRule, AlarmSettings } from '../types.js';
import { Back } from '../ui/back.jsx';
import { State } from '../ui/badge.jsx';
import { SectionHead } from '../ui/card.jsx';
import { Confirm, Secret } from '../ui/dialog.jsx';
import { Failure } from '../ui/failure.jsx';
import { useChange } from '../ui/form.js';
import { List, Table } from '../ui/list.jsx';
import { SendTest } from '../ui/send-test.jsx';
import { Empty, Note } from '../ui/text.jsx';
import { Planned } from '../ui/time.jsx';
import { Title } from '../ui/title.jsx';
import styles from './alarms.module.css';
import { ChannelForm } from './channel-form.jsx';
import { Contact } from './contact.jsx';
import { DutySection } from './duty.jsx';
import { MuteForm } from './mute-form.jsx';
import { settingsQuery } from './query.js';
import { RuleForm } from './rule-form.jsx';
import { CHANNEL_WORDS, KIND_WORDS, stepWords } from './words.rules.js';

/** Who is notified of which alarms; where notices go; who is on duty; and how the reader is reached. */
export default function AlarmRulesPage() {
  const { locationId, mayWrite } = useHere();
  const asked = useQuery(settingsQuery(locationId));
  const [edited, setEdited] = useState<AlarmRule | 'new' | null>(null);
  const { data } = asked;
  return (
    <>
      <Back to="/alarms">All alarms</Back>
      <Title
        note="Who is notified of which alarms, when, and how often."
        actions={mayWrite && data && <Button onClick={() => setEdited('new')}>New rule</Button>}
      >
        Alarm rules
      </Title>
      <List
        label="Alarm rules"
        asked={asked}
        rows={data?.rules ?? []}
        keyOf={({ id }) => id}
        heads={['Rule', 'Alarms', 'Notifies']}
        hasActions={mayWrite}
        empty="There are no rules here yet: alarms are shown, and no one is notified."
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
            Muted until <Planned at={rule.muted_until} locationId={rule.location.id} />
          </State>
        )}
      </td>
      <td data-label="Alarms">
        {rule.kinds.map((kind) => KIND_WORDS[kind]).join(', ')}
        {rule.lock_ids.length > 0 && <small>{`of ${rule.lock_ids.length} doors`}</small>}
      </td>
      <td data-label="Notifies">
        {rule.steps.map((step) => (
          <small key={step.after_s}>{stepWords(step, settings)}</small>
        ))}
        <small>{`at most ${rule.per_hour} an hour to each`}</small>
      </td>
      {mayWrite && (
        <td>
          <div className={styles.actions}>
            <Button size="xs" variant="default" aria-label={`Change ${rule.name}`} onClick={onEdit}>
              Change
            </Button>
            <Button
              size="xs"
              variant="default"
              loading={unmute.isPending}
              aria-label={`${rule.muted_until ? 'Unmute' : 'Mute'} ${rule.name}`}
              onClick={() => (rule.muted_until ? unmute.mutate(undefined) : setAsks('mute'))}
            >
              {rule.muted_until ? 'Unmute' : 'Mute'}
            </Button>
            <Button
              size="xs"
              variant="default"
              aria-label={`Delete ${rule.name}`}
              onClick={() => setAsks('delete')}
            >
              Delete
            </Button>
          </div>
          {asks === 'mute' && <MuteForm rule={rule} onClose={close} />}
          {asks === 'delete' && (
            <Confirm
              title={`Delete ${rule.name}?`}
              action="Delete"
              isBusy={remove.isPending}
              onConfirm={() => remove.mutate(undefined)}
              onClose={close}
            >
              <p>It notifies no one any more. Alarms are shown as before.</p>
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
    <section aria-label="Channels">
      <SectionHead>
        <h2>Channels</h2>
        {mayWrite && (
          <Button variant="default" onClick={() => setNew(true)}>
            New channel
          </Button>
        )}
      </SectionHead>
      <Note>Where notices go besides colleagues: a mailbox, a number, a webhook, Slack, Teams.</Note>
      {remove.isError && <Failure error={remove.error} />}
      {channels.length === 0 && <Empty>There are no channels here yet.</Empty>}
      {channels.length > 0 && (
        <Table
          label="All channels"
          rows={channels}
          keyOf={({ id }) => id}
          heads={['Channel', 'Kind', 'Goes to']}
          hasActions={mayWrite}
        >
          {(channel) => (
            <>
              <td>{channel.name}</td>
              <td data-label="Kind">{CHANNEL_WORDS[channel.kind]}</td>
              <td data-label="Goes to">{channel.address}</td>
              {mayWrite && (
                <td>
                  <div className={styles.actions}>
                    <SendTest
                      name={channel.name}
                      send={() => call('POST', `/alarm-channels/${channel.id}/test`, { body: {} })}
                    />
                    <Button
                      size="xs"
                      variant="default"
                      aria-label={`Delete ${channel.name}`}
                      loading={remove.isPending && remove.variables === channel.id}
                      onClick={() => remove.mutate(channel.id)}
                    >
                      Delete
                    </Button>
                  </div>
                </td>
              )}
            </>
          )}
        </Table>
      )}
      {isNew && <ChannelForm onClose={() => setNew(false)} onSecret={setSecret} />}
      {secret !== null && (
        <Secret label="Secret of the webhook" value={secret} onClose={() => setSecret(null)} />
      )}
    </section>
  );
}
