import { type KeyboardEvent, useId, useState } from 'react';

interface Keyed {
  key: string;
}

/**
 * The active option of a listbox below a field that keeps the focus: moved by the arrows, chosen by Enter. The first
 * option stands for one that is no longer there.
 */
export function useActive<T extends Keyed>(options: readonly T[], onChoose: (option: T) => void) {
  const list = useId();
  const [moved, setMoved] = useState<string | null>(null);
  const at = Math.max(
    0,
    options.findIndex(({ key }) => key === moved),
  );
  const active = options[at];
  const idOf = ({ key }: Keyed) => `${list}-${key}`;
  const move = (to: number) => {
    const next = options[(to + options.length) % Math.max(options.length, 1)];
    if (!next) return;
    setMoved(next.key);
    document.getElementById(idOf(next))?.scrollIntoView({ block: 'nearest' });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    // Enter then ends the composition of a character.
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'ArrowDown') move(at + 1);
    else if (event.key === 'ArrowUp') move(at - 1);
    else if (event.key === 'Enter' && active) onChoose(active);
    else return;
    event.preventDefault();
  };
  return {
    /** Back to the first. */
    reset: () => setMoved(null),
    field: {
      role: 'combobox',
      'aria-expanded': true,
      'aria-controls': list,
      'aria-autocomplete': 'list',
      'aria-activedescendant': active && idOf(active),
      onKeyDown,
    } as const,
    list: (label: string) => ({ id: list, role: 'listbox', 'aria-label': label }) as const,
    group: (label: string) => ({ role: 'group', 'aria-label': label }) as const,
    option: (option: T, isRefused = false) =>
      ({
        id: idOf(option),
        role: 'option',
        tabIndex: -1,
        'aria-selected': option.key === active?.key,
        'aria-disabled': isRefused || undefined,
        // The focus stays in the field.
        onMouseDown: (event: { preventDefault(): void }) => event.preventDefault(),
        onMouseMove: isRefused ? undefined : () => setMoved(option.key),
        onClick: isRefused ? undefined : () => onChoose(option),
      }) as const,
  };
}
