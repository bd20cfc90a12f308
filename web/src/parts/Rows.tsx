/**
 * A table: first column opens its row, the lesser columns go on narrow screens. A long list (`fixed`) draws only the rows
 * in sight, between two spacers, so that it scrolls as quickly with 10,000 rows as with ten.
 */
import { type ReactNode, useEffect, useRef, useState } from 'react';

export interface Column<Row> {
  key: string;
  head: ReactNode;
  cell: (row: Row) => ReactNode;
  /** Gone on narrow screens. */
  lesser?: boolean;
  end?: boolean;
  /** Of the table, as CSS has it; the rest is shared evenly. */
  width?: string;
}

interface RowsProps<Row> {
  /** Read to who does not see it. */
  caption: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  keyOf: (row: Row) => string | number;
  /** Whether the first cell holds a link or button with the class `opener`. */
  opens?: boolean;
  fixed?: boolean;
}

/** Of a row of a long list, as app.css has it, with its border. */
const rowHeight = 65;
const rowsAround = 12;

export function Rows<Row>({ caption, columns, rows, keyOf, opens = false, fixed = false }: RowsProps<Row>) {
  const body = useRef<HTMLTableSectionElement>(null);
  const [from, to] = useRowsInSight(body, rows.length, fixed);
  return (
    <table className={fixed ? 'rows fixed' : 'rows'} aria-rowcount={fixed ? rows.length + 1 : undefined}>
      <caption className="unseen">{caption}</caption>
      <thead>
        <tr>
          {columns.map(({ key, head, lesser, end, width }) => (
            <th key={key} scope="col" className={classes(lesser, end)} style={width ? { width } : undefined}>
              {head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody ref={body}>
        <Spacer rows={from} />
        {rows.slice(from, to).map((row, index) => (
          <tr
            key={keyOf(row)}
            className={opens ? 'opens' : undefined}
            aria-rowindex={fixed ? from + index + 2 : undefined}
          >
            {columns.map(({ key, cell, lesser, end }) => (
              <td key={key} className={classes(lesser, end)}>
                {cell(row)}
              </td>
            ))}
          </tr>
        ))}
        <Spacer rows={rows.length - to} />
      </tbody>
    </table>
  );
}

/** One cell: more than the columns in sight would draw further ones. */
function Spacer({ rows }: { rows: number }) {
  if (rows <= 0) return null;
  return (
    // biome-ignore lint/a11y/noAriaHiddenOnFocusable: nothing in it can have the focus
    <tr className="spacer" aria-hidden="true">
      <td style={{ height: rows * rowHeight }} />
    </tr>
  );
}

function classes(lesser = false, end = false): string | undefined {
  return [lesser && 'lesser', end && 'end'].filter(Boolean).join(' ') || undefined;
}

function useRowsInSight(body: React.RefObject<HTMLElement | null>, count: number, fixed: boolean): [number, number] {
  const [first, setFirst] = useState(0);
  const shown = Math.ceil(window.innerHeight / rowHeight) + 2 * rowsAround;
  useEffect(() => {
    if (!fixed) return;
    const look = () => {
      const top = body.current?.getBoundingClientRect().top ?? 0;
      // In steps, so that not every pixel draws the table anew.
      const row = Math.max(0, Math.floor(-top / rowHeight) - rowsAround);
      setFirst(row - (row % 4));
    };
    look();
    window.addEventListener('scroll', look, { passive: true });
    return () => window.removeEventListener('scroll', look);
  }, [body, fixed]);
  if (!fixed) return [0, count];
  const from = Math.min(first, Math.max(0, count - shown));
  return [from, Math.min(count, from + shown)];
}
