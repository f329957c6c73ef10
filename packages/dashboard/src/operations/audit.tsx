import { useHere } from '../session.js';
import type { AuditEntry } from '../types.js';
import { Failure } from '../ui/failure.jsx';
import { More, usePages } from '../ui/more.jsx';
import { TableBox } from '../ui/table-box.jsx';
import { At, ZoneNote } from '../ui/time.jsx';
import { Title } from '../ui/title.jsx';
import { Chain } from './chain.jsx';

const ACTORS: Record<string, string> = {
  api_key: 'API key',
  user: '',
  key: 'Key',
  rule: 'The service',
  doorctl: 'doorctl',
  site_file: 'Site file',
};

export default function AuditPage() {
  const { locationId } = useHere();
  const pages = usePages<AuditEntry>(['audit'], '/audit', {}, locationId);
  return (
    <>
      <Title note="Who did what. Entries are chained, so that none can be changed or left out unseen.">
        Audit
      </Title>
      <Chain />
      <ZoneNote />
      {pages.isError && <Failure error={pages.error} again={() => void pages.refetch()} />}
      {pages.isSuccess && pages.rows.length === 0 && <p className="empty">Nothing has been done yet.</p>}
      {pages.rows.length > 0 && (
        <TableBox label="Audit entries">
          <table>
            <thead>
              <tr>
                <th scope="col">When</th>
                <th scope="col">Who</th>
                <th scope="col">What</th>
                <th scope="col">To what</th>
                <th scope="col">Details</th>
              </tr>
            </thead>
            <tbody>
              {pages.rows.map((entry) => (
                <tr key={entry.id}>
                  <td>
                    <At at={entry.at} />
                    <small>{entry.sequence === null ? 'being chained' : `no. ${entry.sequence}`}</small>
                  </td>
                  <td>{actorOf(entry)}</td>
                  <td>
                    <code className="whole">{entry.action}</code>
                  </td>
                  <td>
                    {entry.subject.name || entry.subject.id}
                    <small>{entry.subject.type}</small>
                  </td>
                  <td className="wide">
                    <code>{detailsOf(entry)}</code>
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </TableBox>
      )}
      <More pages={pages} />
    </>
  );
}

/** Those that have no name of their own are named by what they are. */
function actorOf({ actor }: AuditEntry): string {
  const kind = ACTORS[actor.type] ?? actor.type;
  return kind === '' || actor.type === 'api_key' || actor.type === 'key'
    ? `${kind} ${actor.name}`.trim()
    : kind;
}

function detailsOf({ details }: AuditEntry): string {
  const given = Object.entries(details).filter(([, value]) => value !== null && value !== '');
  return given
    .map(([name, value]) => `${name}: ${typeof value === 'string' ? value : JSON.stringify(value)}`)
    .join(', ');
}
