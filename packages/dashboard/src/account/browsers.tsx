import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { call } from '../api.js';
import { State } from '../ui/badge.jsx';
import { SectionHead } from '../ui/card.jsx';
import { Failure } from '../ui/failure.jsx';
import { useChange } from '../ui/form.js';
import { List } from '../ui/list.jsx';
import { RowButton } from '../ui/row-button.jsx';
import { SendTest } from '../ui/send-test.jsx';
import table from '../ui/table.module.css';
import { Note } from '../ui/text.jsx';
import { Ago } from '../ui/time.jsx';
import { browserOf } from './browser.rules.js';
import { mayBeNotified, ownFingerprint, subscribe, unsubscribe } from './push.js';

/** The browsers that show the reader their alarms. */
export function OwnBrowsers() {
  const mayAdd = mayBeNotified();
  const browsers = useQuery({
    queryKey: ['browsers'],
    queryFn: ({ signal }) => call('GET', '/account/browsers', { signal }),
  });
  const own = useQuery({ queryKey: ['browsers', 'own'], queryFn: ownFingerprint });
  const rows = browsers.data?.data ?? [];
  const isThis = ({ fingerprint }: { fingerprint: string }) => fingerprint === own.data;
  const add = useChange(
    async () => call('POST', '/account/browsers', { body: await subscribe(browsers.data?.key ?? '') }),
    ['browsers'],
  );
  const remove = useChange(
    async (one: (typeof rows)[number]) => {
      if (isThis(one)) await unsubscribe();
      return call('DELETE', `/account/browsers/${one.id}`);
    },
    ['browsers'],
  );
  return (
    <section aria-labelledby="browsers">
      <SectionHead>
        <h2 id="browsers">Notifications in browsers</h2>
        {mayAdd && browsers.data && own.isSuccess && !rows.some(isThis) && (
          <Button size="xs" variant="default" loading={add.isPending} onClick={() => add.mutate(undefined)}>
            Notify this browser
          </Button>
        )}
      </SectionHead>
      <Note>
        {mayAdd
          ? 'Alarms that you are notified of are shown here too, with these pages closed as well.'
          : 'Notifications can be switched on where these pages are opened by https, or by “localhost”.'}
      </Note>
      {add.isError && <Failure error={add.error} />}
      {remove.isError && <Failure error={remove.error} />}
      <List
        label="Browsers that are notified"
        asked={browsers}
        rows={rows}
        keyOf={({ id }) => id}
        heads={['Browser', 'Last notified', 'Switched on']}
        hasActions
        empty="No browser is notified."
      >
        {(one) => (
          <>
            <td>
              {browserOf(one.user_agent)} {isThis(one) && <State tone="good">this one</State>}
              <small>{one.host}</small>
            </td>
            <td data-label="Last notified">{one.last_sent_at ? <Ago at={one.last_sent_at} /> : 'not yet'}</td>
            <td data-label="Switched on">
              <Ago at={one.created_at} />
            </td>
            <td className={table.end}>
              <span className={table.buttons}>
                <SendTest
                  name={browserOf(one.user_agent)}
                  send={() =>
                    call('POST', `/account/browsers/${one.id}/test`, {
                      body: { language: navigator.language },
                    })
                  }
                  keys={['browsers']}
                />
                <RowButton name={`Remove ${browserOf(one.user_agent)}`} onClick={() => remove.mutate(one)}>
                  Remove
                </RowButton>
              </span>
            </td>
          </>
        )}
      </List>
    </section>
  );
}
