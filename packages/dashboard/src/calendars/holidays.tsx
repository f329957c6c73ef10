import { NativeSelect } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { call, query } from '../api.js';
import { language, locale, rich, text } from '../language/text.js';
import { Card } from '../ui/parts/card.jsx';
import { Failure } from '../ui/parts/failure.jsx';
import { Note } from '../ui/parts/text.jsx';
import { dayName } from '../week/days.js';
import schedulePage from '../week/page.module.css';
import { inOrder } from '../words/names.js';
import type { Calendar } from './types.js';

type Holidays = Calendar['holidays'];

const COUNTRIES = new Intl.DisplayNames(locale, { type: 'region' });

/** Public holidays of a country and a region as closed days, for this year and those that come. */
export function HolidaysCard({
  holidays,
  onChange,
}: {
  holidays: Holidays;
  onChange(holidays: Holidays): void;
}) {
  const { country, region } = holidays ?? { country: '', region: null };
  const asked = useQuery({
    queryKey: ['holidays', country, region],
    queryFn: ({ signal }) =>
      call('GET', `/holidays${query({ country, region: region ?? '', language })}`, { signal }),
    placeholderData: keepPreviousData,
    staleTime: Number.POSITIVE_INFINITY,
  });
  const { countries = [], regions = [], days = [], attribution } = asked.data ?? {};
  const named = countries.map(({ code, name }) => ({ code, name: COUNTRIES.of(code) ?? name }));
  return (
    <Card aria-labelledby="holidays">
      <h2 id="holidays">{text('Public holidays')}</h2>
      {asked.isError && <Failure error={asked.error} again={() => void asked.refetch()} />}
      <NativeSelect
        label={text('Country')}
        value={country}
        onChange={(event) => {
          const { value } = event.currentTarget;
          onChange(value === '' ? null : { country: value, region: null });
        }}
      >
        <option value="">{text('None')}</option>
        {inOrder(named).map(({ code, name }) => (
          <option key={code} value={code}>
            {name}
          </option>
        ))}
      </NativeSelect>
      {country !== '' && regions.length > 0 && (
        <NativeSelect
          label={text('Region')}
          value={region ?? ''}
          onChange={(event) => onChange({ country, region: event.currentTarget.value || null })}
        >
          <option value="">{text('The whole country')}</option>
          {regions.map(({ code, name }) => (
            <option key={code} value={code}>
              {name}
            </option>
          ))}
        </NativeSelect>
      )}
      {country !== '' && (
        <>
          <Note>{text('Closed on these days, and on those of the years to come, by itself:')}</Note>
          <details>
            <summary>
              {text('{count, plural, one {# day} other {# days}} of this year and the next', {
                count: days.length,
              })}
            </summary>
            <ul className={schedulePage.changes}>
              {days.map(({ date, name }) => (
                <li key={`${date} ${name}`}>{`${dayName(date)}: ${name}`}</li>
              ))}
            </ul>
          </details>
        </>
      )}
      {attribution && (
        <Note>
          {rich('{by} ({licence}): <a>sources and licence</a>.', {
            by: attribution.text,
            licence: attribution.licence,
            a: (parts) => (
              <a key="sources" href={attribution.url} target="_blank" rel="noreferrer">
                {parts}
              </a>
            ),
          })}
        </Note>
      )}
    </Card>
  );
}
