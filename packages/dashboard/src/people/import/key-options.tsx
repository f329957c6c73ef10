import { Checkbox, NativeSelect, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { call } from '../../api.js';
import { inOrder } from '../../names.rules.js';
import type { Page, SecurityGroup } from '../../types.js';
import { Choices } from '../../ui/form-dialog.jsx';
import type { KeyWanted } from './run.js';

interface KeyOptionsProps {
  place: number;
  value: KeyWanted | null;
  onChange(value: KeyWanted | null): void;
}

const EMPTY: KeyWanted = { name: 'Front doors', security_groups: [], channel: 'email', for_existing: false };

/** Whether everybody on the list gets a key too, and which. */
export function KeyOptions({ place, value, onChange }: KeyOptionsProps) {
  const groups = useQuery({
    queryKey: ['security-groups', place],
    queryFn: ({ signal }) =>
      call<Page<SecurityGroup>>('GET', '/security_groups?limit=100', { location: place, signal }),
  });
  const own = inOrder(groups.data?.data.filter((group) => group.location.id === place) ?? []);
  return (
    <>
      <Checkbox
        label="Give everybody a key, and send the invitations"
        description={
          groups.isSuccess && own.length === 0 ? 'This location has no security groups.' : undefined
        }
        disabled={own.length === 0}
        checked={value !== null}
        onChange={(event) => onChange(event.currentTarget.checked ? EMPTY : null)}
      />
      {value && (
        <div className="import-key">
          <TextInput
            label="Name of the key"
            required
            value={value.name}
            onChange={(event) => onChange({ ...value, name: event.currentTarget.value })}
          />
          <fieldset>
            <legend>Opens the doors of</legend>
            <Choices
              options={own.map(({ code, name, lock_count }) => ({
                value: code,
                label: `${name} (${lock_count})`,
              }))}
              chosen={value.security_groups}
              onChange={(security_groups) => onChange({ ...value, security_groups })}
            />
          </fieldset>
          <NativeSelect
            label="Send the invitations by"
            value={value.channel}
            data={[
              { value: 'email', label: 'e-mail' },
              { value: 'sms', label: 'SMS' },
              { value: 'both', label: 'both' },
            ]}
            onChange={(event) => onChange({ ...value, channel: event.currentTarget.value })}
          />
          <Checkbox
            label="To people who are here already, too"
            checked={value.for_existing}
            onChange={(event) => onChange({ ...value, for_existing: event.currentTarget.checked })}
          />
        </div>
      )}
    </>
  );
}
