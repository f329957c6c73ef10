import { Button, TextInput } from '@mantine/core';
import { useState } from 'react';
import { Link, useLocation } from 'wouter';
import { call } from '../api.js';
import { text } from '../language/text.js';
import { DoorChoices } from '../overview/door-choices.jsx';
import { useHere } from '../session.js';
import { Confirm } from '../ui/forms/dialog.jsx';
import { field, useChange } from '../ui/forms/form.js';
import { FormDialog } from '../ui/forms/form-dialog.jsx';
import { One } from '../ui/lists/one.jsx';
import { asLeft } from '../ui/page/address.js';
import { Back } from '../ui/page/back.jsx';
import { Title } from '../ui/page/title.jsx';
import { Card } from '../ui/parts/card.jsx';
import { Failure } from '../ui/parts/failure.jsx';
import { Note } from '../ui/parts/text.jsx';
import { named } from '../words/names.rules.js';
import { endsGroup, givesDoors, takesDoors } from './consequence-words.js';
import { Consequences } from './consequences.jsx';
import { Holders } from './holders.jsx';
import styles from './premises.module.css';
import type { GroupDetails } from './types.js';

export default function GroupPage({ id }: { id: number }) {
  return (
    <One
      title={text('Security group')}
      of={['group', id]}
      path={`/groups/${id}`}
      gone={text('This group does not exist, or it is outside your location.')}
      back={<Back to="/groups">{text('All security groups')}</Back>}
    >
      {(data) => <Whole group={data} />}
    </One>
  );
}

const READ_AGAIN = ['group', 'groups', 'security-groups', 'access'];

function Whole({ group }: { group: GroupDetails }) {
  const { mayWrite } = useHere();
  const [, go] = useLocation();
  const [open, setOpen] = useState<'rename' | 'doors' | 'end' | null>(null);
  const close = () => setOpen(null);
  const end = useChange(
    () => call('DELETE', `/groups/${group.id}`),
    ['groups', 'security-groups'],
    () => go(asLeft('/groups')),
  );
  return (
    <>
      <Title
        note={`${group.code} · ${group.location.name}`}
        actions={
          mayWrite && (
            <>
              {!group.directory && (
                <Button variant="default" onClick={() => setOpen('rename')}>
                  {text('Rename')}
                </Button>
              )}
              {!group.directory && (
                <Button variant="default" onClick={() => setOpen('end')}>
                  {text('Remove')}
                </Button>
              )}
              <Button onClick={() => setOpen('doors')}>{text('Choose doors')}</Button>
            </>
          )
        }
      >
        {group.name}
      </Title>
      {group.directory && (
        <Note>{text('The name and the members of this group come from a directory.')}</Note>
      )}
      <Card>
        <h2>{text('{count, plural, one {# door} other {# doors}}', { count: group.door_list.length })}</h2>
        {group.door_list.length === 0 && <Note>{text('Its keys open nothing yet: choose doors.')}</Note>}
        <ul className={styles.list}>
          {group.door_list.map((door) => (
            <li key={door.id}>
              <span>
                <Link href={`/doors/${door.id}`}>{door.name}</Link>
                <small>{[door.place, door.location.name].filter(Boolean).join(' · ')}</small>
              </span>
            </li>
          ))}
        </ul>
      </Card>
      <Holders of="groups" id={group.id} title={text('People')} locationId={group.location.id} />
      {open === 'rename' && <Rename group={group} onClose={close} />}
      {open === 'doors' && <ChooseDoors group={group} onClose={close} />}
      {open === 'end' && (
        <Confirm
          title={text('Remove {name}?', { name: named(group.name) })}
          action={text('Remove the group')}
          isBusy={end.isPending}
          onClose={close}
          onConfirm={() => end.mutate(undefined)}
        >
          <Consequences of={endsGroup(group)} />
          {end.isError && <Failure error={end.error} />}
        </Confirm>
      )}
    </>
  );
}

function Rename({ group, onClose }: { group: GroupDetails; onClose(): void }) {
  const [name, setName] = useState(group.name);
  const save = useChange(() => call('PATCH', `/groups/${group.id}`, { body: { name } }), READ_AGAIN, onClose);
  return (
    <FormDialog
      title={text('Rename {name}', { name: named(group.name) })}
      action={text('Save')}
      change={save}
      onClose={onClose}
    >
      <TextInput label={text('Name')} required {...field(name, setName, save.fault('name'))} />
    </FormDialog>
  );
}

function ChooseDoors({ group, onClose }: { group: GroupDetails; onClose(): void }) {
  const before = group.door_list.map(({ id }) => id);
  const [chosen, setChosen] = useState<readonly number[]>(before);
  const add_doors = chosen.filter((id) => !before.includes(id));
  const remove_doors = before.filter((id) => !chosen.includes(id));
  const save = useChange(
    () => call('PATCH', `/groups/${group.id}`, { body: { add_doors, remove_doors } }),
    READ_AGAIN,
    onClose,
  );
  return (
    <FormDialog
      title={text('Doors of {name}', { name: named(group.name) })}
      action={text('Save')}
      change={save}
      isReady={add_doors.length + remove_doors.length > 0}
      onClose={onClose}
    >
      <DoorChoices chosen={chosen} onChange={setChosen} />
      <Consequences
        of={[
          ...(add_doors.length > 0 ? [givesDoors(add_doors.length, group)] : []),
          ...(remove_doors.length > 0 ? [takesDoors(remove_doors.length, group)] : []),
        ]}
      />
    </FormDialog>
  );
}
