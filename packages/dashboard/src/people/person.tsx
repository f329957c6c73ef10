import { Button } from '@mantine/core';
import { useState } from 'react';
import { useLocation } from 'wouter';
import { text } from '../language/text.js';
import { PersonAccess } from '../premises/person-access.jsx';
import { useHere } from '../session.js';
import type { Person } from '../types.js';
import { One } from '../ui/lists/one.jsx';
import { asLeft } from '../ui/page/address.js';
import { Back } from '../ui/page/back.jsx';
import { Title } from '../ui/page/title.jsx';
import { Card, Facts } from '../ui/parts/card.jsx';
import { ZoneNote } from '../ui/parts/time.jsx';
import { DeletePerson } from './delete.jsx';
import { PersonForm } from './form.jsx';
import { Keys } from './keys.jsx';
import { nameOfLanguage } from './language.rules.js';
import { Life } from './life.jsx';
import { Phones } from './phones.jsx';

export default function PersonPage({ id }: { id: string }) {
  return (
    <One
      title={text('Person')}
      of={['person', id]}
      path={`/people/${id}`}
      gone={text('There is no such person here.')}
      back={<Back to="/people">{text('All people')}</Back>}
    >
      {(data) => <Whole data={data} />}
    </One>
  );
}

function Whole({ data }: { data: Person }) {
  const { mayWrite } = useHere();
  const [, go] = useLocation();
  const [open, setOpen] = useState<'change' | 'delete' | null>(null);
  const facts: [string, string][] = [
    [text('E-mail'), data.email],
    [text('Phone'), data.phone],
    [text('Company'), data.company_name],
    [text('Title'), data.title],
    [text('Language'), data.language && nameOfLanguage(data.language)],
    [text('Location'), data.location.name],
  ];
  return (
    <>
      <Title
        actions={
          mayWrite && (
            <>
              <Button variant="default" onClick={() => setOpen('change')}>
                {text('Change')}
              </Button>
              <Button variant="default" onClick={() => setOpen('delete')}>
                {text('Delete')}
              </Button>
            </>
          )
        }
      >
        {data.name}
      </Title>
      <Card>
        <Facts lines={facts.map(([name, value]) => [name, value || '—'])} />
      </Card>
      <Keys person={data} />
      <PersonAccess person={data} />
      <Phones person={data} />
      <Life person={data} />
      <ZoneNote />
      {open === 'change' && (
        <PersonForm person={data} onClose={() => setOpen(null)} onDone={() => setOpen(null)} />
      )}
      {open === 'delete' && (
        <DeletePerson person={data} onClose={() => setOpen(null)} onDone={() => go(asLeft('/people'))} />
      )}
    </>
  );
}
