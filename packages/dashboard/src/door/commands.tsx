import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../api.js';
import { text } from '../language/text.js';
import type { CommandOfDoor } from '../types.js';
import { State } from '../ui/parts/badge.jsx';
import { LinkButton } from '../ui/parts/button.jsx';
import { Card } from '../ui/parts/card.jsx';
import { Failure } from '../ui/parts/failure.jsx';
import { Note } from '../ui/parts/text.jsx';
import { AtClock } from '../ui/parts/time.jsx';
import { capital, reasonWords } from '../words/event-words.js';
import type { ZoneWords } from '../words/zone.rules.js';
import { askedWords, STATUS_WORDS } from './command-words.js';
import list from './commands.module.css';

const TONES = { confirmed: 'good', failed: 'alarm', pending: 'quiet', sent: 'quiet' } as const;
const SHOWN_AT_FIRST = 6;

/** The commands to a door, their senders and results. */
export function Commands({ id, words }: { id: number; words: ZoneWords }) {
  const [isWhole, setWhole] = useState(false);
  const commands = useQuery({
    queryKey: ['door', id, 'commands'],
    queryFn: ({ signal }) => call('GET', `/doors/${id}/commands`, { signal }),
  });
  const rows = commands.data?.data ?? [];
  return (
    <Card aria-labelledby="commands">
      <h2 id="commands">{text('Commands')}</h2>
      {commands.isError && <Failure error={commands.error} again={() => void commands.refetch()} />}
      {commands.isSuccess && rows.length === 0 && <Note>{text('No commands yet.')}</Note>}
      <ul className={list.commands}>
        {(isWhole ? rows : rows.slice(0, SHOWN_AT_FIRST)).map((command) => (
          <li key={command.id}>
            <span>
              {askedWords(command, words.moment)}
              <small>
                {nameOfSender(command) && `${nameOfSender(command)}, `}
                <AtClock words={words} at={command.requested_at} />
                {command.note && ` · “${command.note}”`}
              </small>
              {command.reason && <small>{`${capital(reasonWords(command.reason) ?? '')}.`}</small>}
            </span>
            <State tone={TONES[command.status]}>{text(STATUS_WORDS[command.status])}</State>
          </li>
        ))}
      </ul>
      {rows.length > SHOWN_AT_FIRST && (
        <LinkButton onClick={() => setWhole(!isWhole)}>
          {isWhole ? text('Show fewer') : text('Show all {count}', { count: rows.length })}
        </LinkButton>
      )}
    </Card>
  );
}

function nameOfSender({ by }: CommandOfDoor): string {
  if (!by.name) return '';
  return by.kind === 'api_key' ? text('API key {name}', { name: by.name }) : by.name;
}
