import { Button, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useDeferredValue, useState } from 'react';
import { Link, useLocation } from 'wouter';
import { call, query } from '../api.js';
import { locale, text } from '../language/text.js';
import { FindGroup } from '../people/group-field.jsx';
import { useHere } from '../session.js';
import { field, useChange } from '../ui/forms/form.js';
import { FormDialog, LocationField } from '../ui/forms/form-dialog.jsx';
import { FilterFields } from '../ui/lists/filters.jsx';
import { List } from '../ui/lists/list.jsx';
import { Title } from '../ui/page/title.jsx';
import { State } from '../ui/parts/badge.jsx';
import { Note } from '../ui/parts/text.jsx';
import { inOrder } from '../words/names.js';

/** Security groups: what keys open. */
export default function GroupsPage() {
  const { locationId, mayWrite } = useHere();
  const [, go] = useLocation();
  const [isAdding, setAdding] = useState(false);
  const [typed, setTyped] = useState('');
  const search = useDeferredValue(typed.trim());
  const groups = useQuery({
    queryKey: ['groups', locationId, search],
    queryFn: ({ signal }) => call('GET', `/groups${query({ search })}`, { location: locationId, signal }),
    placeholderData: (before) => before,
  });
  return (
    <>
      <Title
        note={text('A key opens the doors of its security groups.')}
        actions={mayWrite && <Button onClick={() => setAdding(true)}>{text('Add a group')}</Button>}
      >
        {text('Security groups')}
      </Title>
      <FilterFields>
        <FindGroup {...field(typed, setTyped)} />
      </FilterFields>
      <List
        label={text('Security groups')}
        asked={groups}
        rows={inOrder(groups.data?.data ?? [])}
        keyOf={(one) => one.id}
        heads={[text('Name'), text('Code'), text('Location'), text('Doors')]}
        empty={search ? text('No groups found.') : text('No security groups yet.')}
      >
        {(one) => (
          <>
            <td>
              <Link href={`/groups/${one.id}`}>{one.name}</Link>{' '}
              {one.directory && <State tone="quiet">{text('directory')}</State>}
            </td>
            <td data-label={text('Code')}>
              <code>{one.code}</code>
            </td>
            <td data-label={text('Location')}>{one.location.name}</td>
            <td data-label={text('Doors')}>{one.doors.toLocaleString(locale)}</td>
          </>
        )}
      </List>
      {groups.data?.has_more && <Note>{text('There are more: type a part of the name or code.')}</Note>}
      {isAdding && <GroupForm onClose={() => setAdding(false)} onDone={(id) => go(`/groups/${id}`)} />}
    </>
  );
}

function GroupForm({ onClose, onDone }: { onClose(): void; onDone(id: number): void }) {
  const { locationId, me } = useHere();
  const [name, setName] = useState('');
  const [code, setCode] = useState('');
  const [place, setPlace] = useState(locationId ?? me.location.id);
  const add = useChange(
    () => call('POST', '/groups', { body: { name, code, location_id: place } }),
    ['groups', 'security-groups'],
    ({ id }) => onDone(id),
  );
  return (
    <FormDialog
      title={text('Add a security group')}
      action={text('Add the group')}
      change={add}
      onClose={onClose}
    >
      <TextInput label={text('Name')} required {...field(name, setName, add.fault('name'))} />
      <TextInput
        label={text('Code')}
        description={text('What programs call it, such as STAFF. It cannot be changed later.')}
        required
        {...field(code, setCode, add.fault('code'))}
      />
      <LocationField value={place} error={add.fault('location_id')} onChange={setPlace} />
    </FormDialog>
  );
}
