import { Button, NativeSelect } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useLocation } from 'wouter';
import { call } from '../api.js';
import { text } from '../language/text.js';
import { useHere } from '../session.js';
import { List } from '../ui/lists/list.jsx';
import { Title } from '../ui/page/title.jsx';
import { Card } from '../ui/parts/card.jsx';
import { Ago } from '../ui/parts/time.jsx';

/** The floor plans here, and where one can be added. */
export default function FloorPlansPage() {
  const { locationId, mayWrite } = useHere();
  const asked = useQuery({
    queryKey: ['floor-plans', locationId],
    queryFn: ({ signal }) => call('GET', '/floor-plans', { location: locationId, signal }),
  });
  const rows = asked.data?.data ?? [];
  return (
    <>
      <Title
        note={text('The doors of a floor where they are, as they are now, or as they were at any moment.')}
      >
        {text('Floor plans')}
      </Title>
      <List
        label={text('Floor plans')}
        asked={asked}
        rows={rows}
        keyOf={({ location }) => location.id}
        heads={[text('Location'), text('Doors'), text('Changed')]}
        empty={text('No floor plans yet.')}
      >
        {({ location, doors, changed_at }) => (
          <>
            <td>
              <Link href={`/floor-plans/${location.id}`}>{location.name}</Link>
            </td>
            <td>{text('{count, plural, one {# door} other {# doors}}', { count: doors })}</td>
            <td>
              <Ago at={changed_at} locationId={location.id} />
            </td>
          </>
        )}
      </List>
      {mayWrite && asked.isSuccess && <Add taken={new Set(rows.map(({ location }) => location.id))} />}
    </>
  );
}

function Add({ taken }: { taken: ReadonlySet<number> }) {
  const { locations, locationId } = useHere();
  const [, go] = useLocation();
  const free = locations.filter(({ id }) => !taken.has(id));
  const [chosen, setChosen] = useState<number | null>(null);
  const id = chosen ?? free.find((one) => one.id === locationId)?.id ?? free[0]?.id;
  if (id === undefined) return null;
  return (
    <Card aria-label={text('Add a floor plan')}>
      <NativeSelect
        label={text('A floor plan for')}
        description={text(
          'A plan belongs to a location, such as a floor. Doors of the location and of all below it can be placed on it.',
        )}
        value={id}
        onChange={(event) => setChosen(Number(event.currentTarget.value))}
        data={free.map((one) => ({
          value: String(one.id),
          label: `${'\u2003'.repeat(one.depth)}${one.name}`,
        }))}
      />
      <Button mt="sm" onClick={() => go(`/floor-plans/${id}`)}>
        {text('Add a floor plan')}
      </Button>
    </Card>
  );
}
