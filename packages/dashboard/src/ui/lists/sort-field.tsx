import { NativeSelect } from '@mantine/core';
import { text } from '../../language/text.js';
import { useChoice } from '../page/address.js';

/** A way to sort a list; the first one is that of an address that names none. */
export interface Sort<Value extends string> {
  value: Value;
  label: string;
}

/** How the list is sorted, as the address keeps it. */
export function useSort<Value extends string>(sorts: readonly [Sort<Value>, ...Sort<Value>[]]) {
  const [chosen, choose] = useChoice(
    'sort',
    sorts.map(({ value }) => value),
  );
  return { sorts, value: chosen ?? sorts[0].value, choose };
}

interface SortFieldProps<Value extends string> {
  name: string;
  sort: ReturnType<typeof useSort<Value>>;
}

export function SortField<Value extends string>({
  name,
  sort: { sorts, value, choose },
}: SortFieldProps<Value>) {
  return (
    <NativeSelect
      aria-label={name}
      data={sorts.map(({ value, label }) => ({ value, label: text(label) }))}
      value={value}
      onChange={(event) =>
        choose(sorts.find((one) => one.value === event.currentTarget.value)?.value ?? null)
      }
    />
  );
}
