import { Checkbox, NativeSelect, TextInput } from '@mantine/core';
import { text } from '../../language/text.js';
import { GroupField, useGroups } from '../group-field.jsx';
import styles from './key-options.module.css';
import type { KeyWanted } from './run.js';

interface KeyOptionsProps {
  place: number;
  value: KeyWanted | null;
  onChange(value: KeyWanted | null): void;
}

const EMPTY = { security_groups: [], channel: 'email', for_existing: false } satisfies Partial<KeyWanted>;

/** Whether everyone on the list gets a key too, and which. */
export function KeyOptions({ place, value, onChange }: KeyOptionsProps) {
  const groups = useGroups(place, '');
  const hasNone = groups.isSuccess && groups.data.data.length === 0;
  return (
    <>
      <Checkbox
        label={text('Give everyone a key, and send the invitations')}
        description={hasNone ? text('This location has no security groups.') : undefined}
        disabled={!groups.isSuccess || hasNone}
        checked={value !== null}
        onChange={(event) =>
          onChange(event.currentTarget.checked ? { ...EMPTY, name: text('Front doors') } : null)
        }
      />
      {value && (
        <div className={styles.key}>
          <TextInput
            label={text('Name of the key')}
            required
            value={value.name}
            onChange={(event) => onChange({ ...value, name: event.currentTarget.value })}
          />
          <GroupField
            key={place}
            place={place}
            chosen={value.security_groups}
            onChange={(security_groups) => onChange({ ...value, security_groups })}
          />
          <NativeSelect
            label={text('Send the invitations by')}
            value={value.channel}
            data={[
              { value: 'email', label: text('E-mail') },
              { value: 'sms', label: text('SMS') },
              { value: 'both', label: text('Both') },
            ]}
            onChange={(event) =>
              onChange({ ...value, channel: event.currentTarget.value as KeyWanted['channel'] })
            }
          />
          <Checkbox
            label={text('Also to people who are here already')}
            checked={value.for_existing}
            onChange={(event) => onChange({ ...value, for_existing: event.currentTarget.checked })}
          />
        </div>
      )}
    </>
  );
}
