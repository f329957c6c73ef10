import { Button, Checkbox, NativeSelect, Textarea } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { useLocation } from 'wouter';
import { save } from '../../save.js';
import { useHere } from '../../session.js';
import { Back } from '../../ui/back.jsx';
import { Buttons } from '../../ui/button.jsx';
import { Card, SectionHead } from '../../ui/card.jsx';
import { Failure } from '../../ui/failure.jsx';
import { LocationField } from '../../ui/form-dialog.jsx';
import { TableBox } from '../../ui/table-box.jsx';
import { Note, Problem } from '../../ui/text.jsx';
import { Title } from '../../ui/title.jsx';
import { plural } from '../../words.js';
import { decode, parse, type Table, toCsv } from './file.js';
import { KeyOptions } from './key-options.jsx';
import { Outcomes } from './outcomes.jsx';
import styles from './page.module.css';
import { IMPORT, type KeyWanted, PREVIEW, useRun } from './run.js';
import {
  FIELD_NAMES,
  FIELDS,
  type Field,
  guessColumns,
  hasHeaders,
  MAX_BYTES,
  MAX_ROWS,
  toRows,
} from './table.rules.js';

const DELIMITERS: Record<string, string> = { ',': 'commas', ';': 'semicolons', '\t': 'tabs', '|': 'bars' };

/** People out of a spreadsheet, in four steps that are all on one page. */
export default function ImportPage() {
  const { locations, locationId, me } = useHere();
  const client = useQueryClient();
  const [, go] = useLocation();
  const [table, setTable] = useState<Table | null>(null);
  const [fault, setFault] = useState<string | null>(null);
  const [isHeaded, setHeaded] = useState(true);
  const [columns, setColumns] = useState<readonly (Field | null)[]>([]);
  const [place, setPlace] = useState(locationId ?? me.location.id);
  const [key, setKey] = useState<KeyWanted | null>(null);
  const preview = useRun(PREVIEW);
  const imported = useRun(IMPORT);
  const rows = useMemo(
    () => (table ? toRows(table.cells, { columns, isHeaded, locations }) : []),
    [table, columns, isHeaded, locations],
  );
  const job = { rows, key, location: place };
  const isNamed = columns.some(
    (field) => field === 'name' || field === 'first_name' || field === 'last_name',
  );
  const isFixed = imported.isRunning || imported.results.length > 0;
  const isReady =
    isNamed && rows.length > 0 && rows.length <= MAX_ROWS && (!key || key.security_groups.length > 0);
  const isPreviewed = preview.results.length === rows.length && rows.length > 0;

  const take = (read: Table) => {
    if (!read.cells.some((cells) => cells.some((cell) => cell.trim() !== '')))
      return setFault('There is nothing in it.');
    const headed = hasHeaders(read.cells[0] ?? []);
    setFault(null);
    setTable(read);
    setHeaded(headed);
    setColumns(guessColumns(read.cells, headed));
    preview.clear();
  };
  const changed =
    <T,>(set: (value: T) => void) =>
    (value: T) => {
      set(value);
      preview.clear();
    };

  return (
    <>
      <Back to="/people">All people</Back>
      <Title
        note={`A list from a spreadsheet: as CSV, or copied and pasted. At most ${MAX_ROWS.toLocaleString()} rows.`}
      >
        Import people
      </Title>
      {!table && <Choose onTable={take} onFault={setFault} />}
      {fault && <Problem>{fault}</Problem>}
      {table && (
        <Card aria-labelledby="columns">
          <SectionHead>
            <h2 id="columns">{isFixed ? 'The list' : 'Which column is what'}</h2>
            {!isFixed && (
              <Button variant="default" size="xs" onClick={() => setTable(null)}>
                Another list
              </Button>
            )}
          </SectionHead>
          <Note>
            {`${plural(rows.length, 'row')}, ${table.encoding}, columns separated by ${DELIMITERS[table.delimiter] ?? `“${table.delimiter}”`}.`}
          </Note>
          {table.warnings.map((warning) => (
            <Problem key={warning}>{warning}</Problem>
          ))}
          {rows.length > MAX_ROWS && (
            <Problem>{`These are more than ${MAX_ROWS.toLocaleString()} rows: divide the list.`}</Problem>
          )}
          {!isFixed && (
            <Columns table={table} columns={columns} isHeaded={isHeaded} onChange={changed(setColumns)} />
          )}
          {!isNamed && <Problem>Say which column holds the names.</Problem>}
          {!isFixed && (
            <div className={styles.options}>
              <Checkbox
                label="The first row names the columns"
                checked={isHeaded}
                onChange={(event) => {
                  const on = event.currentTarget.checked;
                  changed(setHeaded)(on);
                  setColumns(guessColumns(table.cells, on));
                }}
              />
              <LocationField
                label="Into location, where a row names none"
                value={place}
                onChange={(id) => {
                  changed(setPlace)(id);
                  setKey(null);
                }}
              />
              <KeyOptions place={place} value={key} onChange={changed(setKey)} />
            </div>
          )}
          {!isPreviewed && !isFixed && (
            <Buttons>
              <Button disabled={!isReady} loading={preview.isRunning} onClick={() => void preview.run(job)}>
                See what will happen
              </Button>
            </Buttons>
          )}
          {preview.error !== null && <Failure error={preview.error} />}
        </Card>
      )}
      {isPreviewed && !isFixed && (
        <Outcomes title="What will happen" results={preview.results} isDone={false}>
          <Button
            disabled={preview.results.every(({ outcome }) => outcome === 'refused')}
            onClick={() => void imported.run(job)}
          >
            {`Import ${plural(preview.results.filter(({ outcome }) => outcome !== 'refused').length, 'row')}`}
          </Button>
        </Outcomes>
      )}
      {isFixed && table && (
        <>
          <Progress done={imported.results.length} all={rows.length}>
            {imported.isRunning && (
              <Button variant="default" onClick={imported.stop}>
                Stop
              </Button>
            )}
            {!imported.isRunning && imported.results.length < rows.length && (
              <Button onClick={() => void imported.run(job, imported.results)}>Go on</Button>
            )}
          </Progress>
          {imported.error !== null && <Failure error={imported.error} />}
          {!imported.isRunning && (
            <Outcomes title="What happened" results={imported.results} isDone>
              {imported.results.some(({ faults }) => faults.length > 0) && (
                <Button variant="default" onClick={() => saveRefused(table, isHeaded, imported.results)}>
                  Save the refused rows
                </Button>
              )}
              <Button
                onClick={() => {
                  void client.invalidateQueries({ queryKey: ['people'] });
                  go('/people');
                }}
              >
                To the people
              </Button>
            </Outcomes>
          )}
        </>
      )}
    </>
  );
}

/** As they came, with why behind them: mended, they can be imported again. */
function saveRefused(table: Table, isHeaded: boolean, results: ReturnType<typeof useRun>['results']): void {
  const width = Math.max(...table.cells.map((cells) => cells.length));
  const headers = Array.from({ length: width }, (_, index) =>
    isHeaded ? (table.cells[0]?.[index] ?? '') : `Column ${index + 1}`,
  );
  const refused = results.filter(({ faults }) => faults.length > 0);
  const rows = refused.map(({ row, faults }) => [
    ...Array.from({ length: width }, (_, index) => table.cells[row.number - 1]?.[index] ?? ''),
    faults.map(({ field, message }) => `${field} ${message}`.trim()).join('; '),
  ]);
  save('refused.csv', toCsv([...headers, 'refused because'], rows), 'text/csv');
}

function Choose({ onTable, onFault }: { onTable(table: Table): void; onFault(fault: string): void }) {
  const [text, setText] = useState('');
  return (
    <Card aria-labelledby="list">
      <h2 id="list">The list</h2>
      <label className={styles.file}>
        A CSV file
        <input
          type="file"
          accept=".csv,.tsv,.txt,text/csv,text/tab-separated-values"
          onChange={(event) => {
            const file = event.currentTarget.files?.[0];
            if (!file) return;
            if (file.size > MAX_BYTES) return onFault('The file is larger than 5 MB: divide the list.');
            file.arrayBuffer().then(
              (buffer) => {
                const { text, encoding } = decode(new Uint8Array(buffer));
                onTable(parse(text, encoding));
              },
              () => onFault('The file cannot be read.'),
            );
          }}
        />
      </label>
      <Textarea
        label="Or paste it here"
        description="Cells copied from a spreadsheet are understood too."
        rows={6}
        value={text}
        placeholder={'Name;E-mail;Phone\nAnna Aho;anna@acme.example;+358401234567'}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      <Buttons>
        <Button
          disabled={text.trim() === ''}
          onClick={() =>
            text.length > MAX_BYTES ? onFault('This is more than 5 MB.') : onTable(parse(text, 'pasted'))
          }
        >
          Read it
        </Button>
      </Buttons>
    </Card>
  );
}

interface ColumnsProps {
  table: Table;
  columns: readonly (Field | null)[];
  isHeaded: boolean;
  onChange(columns: readonly (Field | null)[]): void;
}

function Columns({ table, columns, isHeaded, onChange }: ColumnsProps) {
  const shown = table.cells.slice(0, isHeaded ? 4 : 3);
  const set = (at: number, field: Field | null) =>
    onChange(columns.map((one, column) => (column === at ? field : one === field ? null : one)));
  return (
    <TableBox label="The first rows">
      <table className={styles.columns}>
        <thead>
          <tr>
            {columns.map((field, column) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: columns stay where they are
              <th key={column} scope="col">
                <NativeSelect
                  size="xs"
                  aria-label={`Column ${column + 1} holds`}
                  value={field ?? ''}
                  onChange={(event) => set(column, (event.currentTarget.value || null) as Field | null)}
                >
                  <option value="">Not used</option>
                  {FIELDS.map((one) => (
                    <option key={one} value={one}>
                      {FIELD_NAMES[one]}
                    </option>
                  ))}
                </NativeSelect>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {shown.map((cells, row) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: rows stay where they are
            <tr key={row}>
              {columns.map((_, column) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: columns stay where they are
                <td key={column}>{cells[column] ?? ''}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </TableBox>
  );
}

function Progress({ done, all, children }: { done: number; all: number; children: React.ReactNode }) {
  return (
    <Card className={styles.progress}>
      <p role="status">{`${done.toLocaleString()} of ${plural(all, 'row')}`}</p>
      <progress aria-label="Rows imported" value={done} max={all} />
      {children}
    </Card>
  );
}
