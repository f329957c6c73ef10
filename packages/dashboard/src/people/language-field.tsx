import { useMemo, useState } from 'react';
import { language, text } from '../language/text.js';
import { Pick } from '../ui/forms/pick.jsx';
import { languageChoices, NOTICE_LANGUAGES, nameOfLanguage } from './language.rules.js';

interface LanguageFieldProps {
  /** A BCP 47 tag; empty for none. */
  value: string;
  error: string | undefined;
  onChange(tag: string): void;
}

const SPOKEN = NOTICE_LANGUAGES.map(nameOfLanguage).join(', ');

/** Any language; the service writes its own messages in the first ones of the list. */
export function LanguageField({ value, error, onChange }: LanguageFieldProps) {
  const [typed, setTyped] = useState('');
  const choices = useMemo(() => languageChoices(typed, language), [typed]);
  return (
    <Pick
      label={text('Language')}
      placeholder={text('Type to find others')}
      description={text('Messages are written in {languages}; for other languages, in English.', {
        languages: SPOKEN,
      })}
      error={error}
      shown={value === '' ? '' : nameOfLanguage(value)}
      choices={choices}
      none={text('No such language. A tag such as pt-BR can be typed, too.')}
      onType={setTyped}
      onChoose={onChange}
    />
  );
}
