import { TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useDeferredValue, useState } from 'react';
import { call, query } from '../api.js';
import { text } from '../language/text.js';
import { field } from '../ui/forms/form.js';
import { Choices } from '../ui/forms/form-dialog.jsx';
import { Note, Problem } from '../ui/parts/text.jsx';
import { inOrder } from '../words/names.js';

/** Others are found by typing. */
const SHOWN = 20;

/** The security groups of a location whose code or name contains this text. */
export const useGroups = (place: number, q: string) =>
  useQuery({
    queryKey: ['security-groups', place, q],
    queryFn: ({ signal }) =>
      call('GET', `/security_groups${query({ location_id: place, search: q, limit: SHOWN })}`, {
        location: place,
        signal,
      }),
    placeholderData: (before) => before,
  });

export const FindGroup = (props: ReturnType<typeof field>) => (
  <TextInput
    type="search"
    label={text('Find a group')}
    placeholder={text('Part of its name or code')}
    autoComplete="off"
    {...props}
  />
);

interface GroupFieldProps {
  place: number;
  /** Codes. */
  chosen: readonly string[];
  fault?: string | undefined;
  onChange(codes: string[]): void;
}

/** Which doors a key opens: any of the location's security groups, found by the service. */
export function GroupField({ place, chosen, fault, onChange }: GroupFieldProps) {
  const [typed, setTyped] = useState('');
  const q = useDeferredValue(typed.trim());
  const [isLong, setLong] = useState(false);
  const [labels, setLabels] = useState<ReadonlyMap<string, string>>(new Map());
  const groups = useGroups(place, q);
  const found = inOrder(groups.data?.data ?? []).map(({ code, name, lock_count, directory }) => ({
    value: code,
    label: `${name} (${lock_count})`,
    ...(directory ? { description: text('Its members come from the directory.') } : {}),
  }));
  // Chosen groups stay visible, whatever is searched next.
  const kept = chosen
    .filter((code) => !found.some(({ value }) => value === code))
    .map((code) => ({ value: code, label: labels.get(code) ?? code }));
  if (!isLong && groups.data?.next_cursor) setLong(true);
  return (
    <fieldset>
      <legend>{text('Opens the doors of')}</legend>
      {isLong && <FindGroup {...field(typed, setTyped)} />}
      {groups.isSuccess && found.length === 0 && (
        <Note role="status">
          {q ? text('No groups found.') : text('This location has no security groups.')}
        </Note>
      )}
      <Choices
        options={[...kept, ...found]}
        chosen={chosen}
        onChange={(codes) => {
          setLabels(new Map([...labels, ...found.map(({ value, label }) => [value, label] as const)]));
          onChange(codes);
        }}
      />
      {groups.data?.next_cursor && <Note>{text('There are more: type a part of the name or code.')}</Note>}
      {fault && <Problem>{fault}</Problem>}
    </fieldset>
  );
}
