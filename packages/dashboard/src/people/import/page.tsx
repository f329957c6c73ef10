import { Button, Checkbox, NativeSelect, Textarea } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { useLocation } from 'wouter';
import { save } from '../../files/save.js';
import { phrase, text } from '../../language/text.js';
import { useHere } from '../../session.js';
import { LocationField } from '../../ui/forms/form-dialog.jsx';
import { TableBox } from '../../ui/lists/table-box.jsx';
import { Back } from '../../ui/page/back.jsx';
import { Title } from '../../ui/page/title.jsx';
import { Buttons } from '../../ui/parts/button.jsx';
import { Card, SectionHead } from '../../ui/parts/card.jsx';
import { Failure } from '../../ui/parts/failure.jsx';
import { Note, Problem } from '../../ui/parts/text.jsx';
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

const DELIMITERS: Record<string, string> = {
  ',': phrase('commas'),
  ';': phrase('semicolons'),
  '\t': phrase('tabs'),
  '|': phrase('bars'),
};

/** People out of a spreadsheet, in four steps that are all on one page. */
export default function ImportPage() {
  const { locations, locationId, me } = useHere();
  const client = useQueryClient();
  const [, go] = useLocation();
  const [table, setTable] = useState<Table | null>(null);
  const [fault, setFault] = useState<string | null>(null);
  const [isHeaded, setHeaded] = useState(true);
  const known = DELIMITERS[table?.delimiter ?? ''];
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
      return setFault(text('The list is empty.'));
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
      <Back to="/people">{text('All people')}</Back>
      <Title
        note={text('A list from a spreadsheet: as CSV, or copied and pasted. At most {count, number} rows.', {
          count: MAX_ROWS,
        })}
      >
        {text('Import people')}
      </Title>
      {!table && <Choose onTable={take} onFault={setFault} />}
      {fault && <Problem>{fault}</Problem>}
      {table && (
        <Card aria-labelledby="columns">
          <SectionHead>
            <h2 id="columns">{isFixed ? text('The list') : text('What each column holds')}</h2>
            {!isFixed && (
              <Button variant="default" size="xs" onClick={() => setTable(null)}>
                {text('Another list')}
              </Button>
            )}
          </SectionHead>
          <Note>
            {text(
              '{count, plural, one {# row} other {# rows}}, {encoding}, columns separated by {delimiter}.',
              {
                count: rows.length,
                encoding: table.encoding,
                delimiter: known ? text(known) : `“${table.delimiter}”`,
              },
            )}
          </Note>
          {table.warnings.map((warning) => (
            <Problem key={warning}>{warning}</Problem>
          ))}
          {rows.length > MAX_ROWS && (
            <Problem>
              {text('There are more than {count, number} rows: divide the list.', { count: MAX_ROWS })}
            </Problem>
          )}
          {!isFixed && (
            <Columns table={table} columns={columns} isHeaded={isHeaded} onChange={changed(setColumns)} />
          )}
          {!isNamed && <Problem>{text('Choose the column that holds the names.')}</Problem>}
          {!isFixed && (
            <div className={styles.options}>
              <Checkbox
                label={text('The first row names the columns')}
                checked={isHeaded}
                onChange={(event) => {
                  const on = event.currentTarget.checked;
                  changed(setHeaded)(on);
                  setColumns(guessColumns(table.cells, on));
                }}
              />
              <LocationField
                label={text('Location, where a row names none')}
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
                {text('See what will happen')}
              </Button>
            </Buttons>
          )}
          {preview.error !== null && <Failure error={preview.error} />}
        </Card>
      )}
      {isPreviewed && !isFixed && (
        <Outcomes title={text('What will happen')} results={preview.results} isDone={false}>
          <Button
            disabled={preview.results.every(({ outcome }) => outcome === 'refused')}
            onClick={() => void imported.run(job)}
          >
            {text('Import {count, plural, one {# row} other {# rows}}', {
              count: preview.results.filter(({ outcome }) => outcome !== 'refused').length,
            })}
          </Button>
        </Outcomes>
      )}
      {isFixed && table && (
        <>
          <Progress done={imported.results.length} all={rows.length}>
            {imported.isRunning && (
              <Button variant="default" onClick={imported.stop}>
                {text('Stop')}
              </Button>
            )}
            {!imported.isRunning && imported.results.length < rows.length && (
              <Button onClick={() => void imported.run(job, imported.results)}>{text('Go on')}</Button>
            )}
          </Progress>
          {imported.error !== null && <Failure error={imported.error} />}
          {!imported.isRunning && (
            <Outcomes title={text('What happened')} results={imported.results} isDone>
              {imported.results.some(({ faults }) => faults.length > 0) && (
                <Button variant="default" onClick={() => saveRefused(table, isHeaded, imported.results)}>
                  {text('Save the refused rows')}
                </Button>
              )}
              <Button
                onClick={() => {
                  void client.invalidateQueries({ queryKey: ['people'] });
                  go('/people');
                }}
              >
                {text('To the people')}
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
    isHeaded ? (table.cells[0]?.[index] ?? '') : text('Column {number}', { number: index + 1 }),
  );
  const refused = results.filter(({ faults }) => faults.length > 0);
  const rows = refused.map(({ row, faults }) => [
    ...Array.from({ length: width }, (_, index) => table.cells[row.number - 1]?.[index] ?? ''),
    faults.map(({ field, message }) => `${field} ${message}`.trim()).join('; '),
  ]);
  save('refused.csv', toCsv([...headers, text('refused because')], rows), 'text/csv');
}

function Choose({ onTable, onFault }: { onTable(table: Table): void; onFault(fault: string): void }) {
  const [typed, setTyped] = useState('');
  return (
    <Card aria-labelledby="list">
      <h2 id="list">{text('The list')}</h2>
      <label className={styles.file}>
        {text('A CSV file')}
        <input
          type="file"
          accept=".csv,.tsv,.txt,text/csv,text/tab-separated-values"
          onChange={(event) => {
            const file = event.currentTarget.files?.[0];
            if (!file) return;
            if (file.size > MAX_BYTES) return onFault(text('The file is larger than 5 MB: divide the list.'));
            file.arrayBuffer().then(
              (buffer) => {
                const read = decode(new Uint8Array(buffer));
                onTable(parse(read.text, read.encoding));
              },
              () => onFault(text('The file cannot be read.')),
            );
          }}
        />
      </label>
      <Textarea
        label={text('Or paste it here')}
        description={text('Cells copied from a spreadsheet work too.')}
        rows={6}
        value={typed}
        placeholder={`${text('Name;E-mail;Phone')}\nAnna Aho;anna@acme.example;+358401234567`}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
      <Buttons>
        <Button
          disabled={typed.trim() === ''}
          onClick={() =>
            typed.length > MAX_BYTES
              ? onFault(text('This is more than 5 MB.'))
              : onTable(parse(typed, text('pasted')))
          }
        >
          {text('Read it')}
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
    <TableBox label={text('The first rows')}>
      <table className={styles.columns}>
        <thead>
          <tr>
            {columns.map((field, column) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: columns stay where they are
              <th key={column} scope="col">
                <NativeSelect
                  size="xs"
                  aria-label={text('Column {number} holds', { number: column + 1 })}
                  value={field ?? ''}
                  onChange={(event) => set(column, (event.currentTarget.value || null) as Field | null)}
                >
                  <option value="">{text('Not used')}</option>
                  {FIELDS.map((one) => (
                    <option key={one} value={one}>
                      {text(FIELD_NAMES[one])}
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
      <p role="status">
        {text('{done, number} of {all, plural, one {# row} other {# rows}}', { done, all })}
      </p>
      <progress aria-label={text('Rows imported')} value={done} max={all} />
      {children}
    </Card>
  );
}
