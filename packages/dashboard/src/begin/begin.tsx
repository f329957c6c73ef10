import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { Link } from 'wouter';
import { call } from '../api.js';
import { save } from '../files/save.js';
import { text } from '../language/text.js';
import { useHere } from '../session.js';
import { Title } from '../ui/page/title.jsx';
import { LinkButton, Row } from '../ui/parts/button.jsx';
import { Card } from '../ui/parts/card.jsx';
import { Failure } from '../ui/parts/failure.jsx';
import { Icon } from '../ui/parts/icon.jsx';
import { keptHere } from '../ui/parts/kept.js';
import { Empty, Note, Recipe } from '../ui/parts/text.jsx';
import styles from './begin.module.css';
import { openSteps, STEPS, siteFile } from './steps.rules.js';

const AGAIN_MS = 5_000;
const HIDDEN = 'first-steps-hidden';

function useSteps(enabled: boolean) {
  return useQuery({
    queryKey: ['first-steps'],
    queryFn: ({ signal }) => call('GET', '/first-steps', { signal }),
    enabled,
    refetchInterval: (query) => (openSteps(query.state.data?.done ?? []) > 0 ? AGAIN_MS : false),
  });
}

/** The page of first steps; what exists shows which are done, so it continues where it was left. */
export default function BeginPage() {
  return (
    <>
      <Title note={text('From an empty service to a door that opens. Leave and come back at any time.')}>
        {text('First steps')}
      </Title>
      <Begin />
    </>
  );
}

export function Begin() {
  const { me } = useHere();
  const steps = useSteps(me.role === 'owner');
  const done = steps.data?.done ?? [];
  const next = STEPS.find(({ name }) => !done.includes(name))?.name;
  if (me.role !== 'owner') return <Empty>{text('An owner of the organisation sets this up.')}</Empty>;
  return (
    <Card aria-labelledby="begin">
      <h2 id="begin">{openSteps(done) === 0 ? text('All done') : text('What comes next')}</h2>
      {steps.isError && <Failure error={steps.error} again={() => void steps.refetch()} />}
      <ol className={styles.steps}>
        <li data-done="true">
          <Icon name="check" size={18} />
          <div>
            <strong>{text('Create the organisation, its first location and its owner')}</strong>
            <span className="only-read"> {text('(done)')}</span>
          </div>
        </li>
        {STEPS.map(({ name, title, note, link }) => {
          const isDone = done.includes(name);
          return (
            <li key={name} data-done={isDone} aria-current={name === next ? 'step' : undefined}>
              <Icon name={isDone ? 'check' : 'clock'} size={18} />
              <div>
                <strong>{text(title)}</strong>
                {isDone && <span className="only-read"> {text('(done)')}</span>}
                {!isDone && <Note>{text(note)}</Note>}
                {!isDone && link && <Link href={link.to}>{text(link.label)}</Link>}
                {!isDone && name === 'door' && <SiteFile />}
              </div>
            </li>
          );
        })}
      </ol>
    </Card>
  );
}

/** One to begin with, that fits what is there. */
function SiteFile() {
  const { me, locations } = useHere();
  const gateways = useQuery({
    queryKey: ['gateways', null],
    queryFn: ({ signal }) => call('GET', '/gateways', { signal }),
  });
  const [home] = locations;
  if (!home) return null;
  const file = siteFile({ account: me.account.name, location: home, gateways: gateways.data?.data ?? [] });
  return (
    <details>
      <summary>{text('A site file to begin with')}</summary>
      <Recipe>{file}</Recipe>
      <Row>
        <Button size="xs" variant="default" onClick={() => save('site.yaml', file, 'application/yaml')}>
          {text('Save it')}
        </Button>
      </Row>
      <Note>
        {text(
          'Change the doors in it, see what it would do, and apply it where the service runs, as often as you like:',
        )}
      </Note>
      <Recipe>{'npx doorctl site apply site.yaml --plan\nnpx doorctl site apply site.yaml'}</Recipe>
    </details>
  );
}

/** One line above the doors while steps are left, until it is hidden. It has its room before they are known, and in the next page none where none is left. */
export function BeginLine() {
  const { me } = useHere();
  const [isHidden, setHidden] = useState(() => me.role !== 'owner' || keptHere(HIDDEN) !== null);
  const steps = useSteps(!isHidden);
  const left = steps.data && openSteps(steps.data.done);
  useEffect(() => {
    if (left === 0) localStorage.setItem(HIDDEN, 'yes');
  }, [left]);
  if (isHidden) return null;
  return (
    <p className={styles.line} data-first-steps="">
      {left !== undefined && left > 0 && (
        <>
          <Link href="/begin">
            {text('First steps: {done, number} of {all, number} done', {
              done: STEPS.length + 1 - left,
              all: STEPS.length + 1,
            })}
          </Link>
          <LinkButton
            onClick={() => {
              localStorage.setItem(HIDDEN, 'yes');
              setHidden(true);
            }}
          >
            {text('Hide')}
          </LinkButton>
        </>
      )}
    </p>
  );
}
