import { NativeSelect } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { call } from '../api.js';
import { LANGUAGES, type Language } from '../language/language.rules.js';
import { text } from '../language/text.js';
import { useChange } from '../ui/forms/form.js';
import { Card } from '../ui/parts/card.jsx';
import { Failure } from '../ui/parts/failure.jsx';

/** What is sent to people who have chosen no language. */
export function OrganisationLanguage() {
  const organisation = useQuery({
    queryKey: ['organisation'],
    queryFn: ({ signal }) => call('GET', '/organisation', { signal }),
  });
  const change = useChange(
    (language: Language) => call('PUT', '/organisation/language', { body: { language } }),
    ['organisation'],
  );
  if (!organisation.data) return null;
  return (
    <Card>
      <NativeSelect
        size="sm"
        label={text('Language of the organisation')}
        description={text('Of e-mails, SMS and invitations to people who have chosen none.')}
        value={organisation.data.language || 'en'}
        disabled={change.isPending}
        data={Object.entries(LANGUAGES).map(([value, label]) => ({ value, label }))}
        onChange={(event) => change.mutate(event.currentTarget.value as Language)}
      />
      {change.isError && <Failure error={change.error} />}
    </Card>
  );
}
