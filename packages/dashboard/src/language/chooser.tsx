import { NativeSelect } from '@mantine/core';
import { LANGUAGES, type Language } from './language.rules.js';
import { choose, language, text } from './text.js';

export function LanguageChooser() {
  return (
    <NativeSelect
      size="xs"
      aria-label={text('Language')}
      value={language}
      data={Object.entries(LANGUAGES).map(([value, label]) => ({ value, label }))}
      onChange={(event) => choose(event.currentTarget.value as Language)}
    />
  );
}
