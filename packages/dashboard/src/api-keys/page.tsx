import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../api.js';
import { useNow } from '../clock.js';
import { text } from '../language/text.js';
import { useHere } from '../session.js';
import type { ApiKey } from '../types.js';
import { ConfirmDelete } from '../ui/forms/confirm-delete.jsx';
import { Secret } from '../ui/forms/dialog.jsx';
import { RowButton } from '../ui/forms/row-button.jsx';
import { List } from '../ui/lists/list.jsx';
import table from '../ui/lists/table.module.css';
import { Title } from '../ui/page/title.jsx';
import { State } from '../ui/parts/badge.jsx';
import { useWords } from '../ui/parts/time.jsx';
import { byName } from '../words/names.js';
import { named } from '../words/names.rules.js';
import { ApiKeyForm } from './form.jsx';

export default function ApiKeysPage() {
  const { locationId } = useHere();
  const [isNew, setNew] = useState(false);
  const [token, setToken] = useState<string | null>(null);
  const [revoking, setRevoking] = useState<ApiKey | null>(null);
  const keys = useQuery({
    queryKey: ['api-keys', locationId],
    queryFn: ({ signal }) => call('GET', '/api-keys', { location: locationId, signal }),
  });
  return (
    <>
      <Title
        note={text(
          'For programs that use the interface. Each key belongs to one location and sees it and all below it.',
        )}
        actions={<Button onClick={() => setNew(true)}>{text('New API key')}</Button>}
      >
        {text('API keys')}
      </Title>
      <List
        label={text('API keys')}
        asked={keys}
        rows={keys.data?.data ?? []}
        keyOf={(key) => key.id}
        heads={[text('Key'), text('Location'), text('May'), text('Until')]}
        hasActions
        empty={text('There are no API keys here yet.')}
      >
        {(key) => <Cells apiKey={key} onRevoke={() => setRevoking(key)} />}
      </List>
      {isNew && (
        <ApiKeyForm
          onClose={() => setNew(false)}
          onMade={(made) => {
            setNew(false);
            setToken(made);
          }}
        />
      )}
      {token && <Secret label={text('The new API key')} value={token} onClose={() => setToken(null)} />}
      {revoking && (
        <ConfirmDelete
          title={text('Revoke {name}?', { name: named(revoking.name) })}
          action={text('Revoke')}
          path={`/api-keys/${revoking.id}`}
          keys={['api-keys']}
          onClose={() => setRevoking(null)}
        >
          <p>{text('Programs that use this key are refused at once. This cannot be undone.')}</p>
        </ConfirmDelete>
      )}
    </>
  );
}

function Cells({ apiKey, onRevoke }: { apiKey: ApiKey; onRevoke(): void }) {
  const words = useWords();
  const time = useNow(60_000);
  const isOver = Date.parse(apiKey.expires_at) <= time;
  return (
    <>
      <td>
        {apiKey.name}
        <small>
          <code>{`${apiKey.prefix}…`}</code>
          {apiKey.created_by && ` ${text('by {name}', { name: apiKey.created_by })}`}
        </small>
      </td>
      <td data-label={text('Location')}>{apiKey.location.name}</td>
      <td className={table.wide} data-label={text('May')}>
        {apiKey.scopes.join(', ')}
        {apiKey.scopes.includes('locks:control') && (
          <small
            title={[...apiKey.locks]
              .sort(byName)
              .map((lock) => lock.name)
              .join(', ')}
          >
            {text('Controls {count, plural, one {# door} other {# doors}}', { count: apiKey.locks.length })}
          </small>
        )}
      </td>
      <td data-label={text('Until')}>
        {apiKey.revoked_at ? (
          <State tone="alarm">{text('Revoked')}</State>
        ) : isOver ? (
          <State tone="warning">{text('Expired')}</State>
        ) : (
          words.dayOfYear(apiKey.expires_at)
        )}
      </td>
      <td className={table.end}>
        {!apiKey.revoked_at && (
          <RowButton name={text('Revoke {name}', { name: apiKey.name })} onClick={onRevoke}>
            {text('Revoke')}
          </RowButton>
        )}
      </td>
    </>
  );
}
