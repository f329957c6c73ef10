import { NativeSelect, type NativeSelectProps } from '@mantine/core';
import { LANGUAGES, type Language } from './language.rules.js';
import { choose, language, text } from './text.js';

/** With a `label` that is seen, or for screen readers alone. */
export function LanguageChooser(props: Pick<NativeSelectProps, 'label' | 'description' | 'size'>) {
  return (
    <NativeSelect
      size="xs"
      aria-label={props.label ? undefined : text('Language')}
      value={language}
      data={Object.entries(LANGUAGES).map(([value, label]) => ({ value, label }))}
      onChange={(event) => choose(event.currentTarget.value as Language)}
      {...props}
    />
  );
}
