import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { call } from '../api.js';
import { language, text } from '../language/text.js';
import { useChange } from '../ui/forms/form.js';
import { RowButton } from '../ui/forms/row-button.jsx';
import { SendTest } from '../ui/forms/send-test.jsx';
import { List } from '../ui/lists/list.jsx';
import table from '../ui/lists/table.module.css';
import { State } from '../ui/parts/badge.jsx';
import { SectionHead } from '../ui/parts/card.jsx';
import { Failure } from '../ui/parts/failure.jsx';
import { Note } from '../ui/parts/text.jsx';
import { Ago } from '../ui/parts/time.jsx';
import { browserOf } from './browser-words.js';
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
        <h2 id="browsers">{text('Notifications in browsers')}</h2>
        {mayAdd && browsers.data && own.isSuccess && !rows.some(isThis) && (
          <Button size="xs" variant="default" loading={add.isPending} onClick={() => add.mutate(undefined)}>
            {text('Notify this browser')}
          </Button>
        )}
      </SectionHead>
      <Note>
        {mayAdd
          ? text('Alarms that you are notified of appear here too, even while these pages are closed.')
          : text('To switch notifications on, open these pages over https, or at “localhost”.')}
      </Note>
      {add.isError && <Failure error={add.error} />}
      {remove.isError && <Failure error={remove.error} />}
      <List
        label={text('Browsers that are notified')}
        asked={browsers}
        rows={rows}
        keyOf={({ id }) => id}
        heads={[text('Browser'), text('Last notified'), text('Switched on')]}
        hasActions
        empty={text('No browser is notified.')}
      >
        {(one) => (
          <>
            <td>
              {browserOf(one.user_agent)} {isThis(one) && <State tone="good">{text('this one')}</State>}
              <small>{one.host}</small>
            </td>
            <td data-label={text('Last notified')}>
              {one.last_sent_at ? <Ago at={one.last_sent_at} /> : text('not yet')}
            </td>
            <td data-label={text('Switched on')}>
              <Ago at={one.created_at} />
            </td>
            <td className={table.end}>
              <span className={table.buttons}>
                <SendTest
                  name={browserOf(one.user_agent)}
                  send={() =>
                    call('POST', `/account/browsers/${one.id}/test`, {
                      body: { language },
                    })
                  }
                  keys={['browsers']}
                />
                <RowButton
                  name={text('Remove {name}', { name: browserOf(one.user_agent) })}
                  onClick={() => remove.mutate(one)}
                >
                  {text('Remove')}
                </RowButton>
              </span>
            </td>
          </>
        )}
      </List>
    </section>
  );
}
