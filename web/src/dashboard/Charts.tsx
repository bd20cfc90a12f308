/** Charts: drawn here, small, in the colours of the scheme. What they show stands in a table, too, for who does not see them. */
import { useMediaQuery } from '@mantine/hooks';
import type { Totals } from '../../../src/dashboard/views.ts';
import { useFormat, useTexts } from '../base/language.tsx';

type Days = Totals['byDay'];
export type Measure = 'count' | 'amount';

const parts = ['completed', 'pending', 'failed'] as const;
const [height, left, bottom, top] = [220, 8, 22, 8] as const;
/** Drawn as wide as it is shown, by and large: its letters keep their size. */
const widths = { wide: 860, narrow: 320 } as const;
const narrowScreen = '(max-width: 48em)';

/** A bar a day: counts by status, or the amount. */
export function DayBars({ days, measure }: { days: Days; measure: Measure }) {
  const { totals: texts, words } = useTexts();
  const format = useFormat();
  const narrow = useMediaQuery(narrowScreen, undefined, { getInitialValueInEffect: false });
  const width = widths[narrow ? 'narrow' : 'wide'];
  const max = Math.max(1, ...days.map((day) => day[measure]));
  const step = (width - left) / Math.max(1, days.length);
  const barWidth = Math.max(1, Math.min(36, step * 0.72));
  const scale = (height - bottom - top) / max;
  const labelEvery = Math.ceil(days.length / (narrow ? 4 : 8));
  const value = (amount: number) => (measure === 'count' ? format.count(amount) : format.money(amount));
  return (
    <figure style={{ margin: 0 }}>
      <svg className="chart" viewBox={`0 0 ${width} ${height}`} role="img" aria-label={texts.byDay}>
        <line className="line" x1={left} x2={width} y1={height - bottom} y2={height - bottom} />
        <line className="line" x1={left} x2={width} y1={top} y2={top} strokeDasharray="3 4" />
        <text x={left} y={top + 12}>
          {value(max)}
        </text>
        {days.map((day, index) => {
          const x = left + index * step + (step - barWidth) / 2;
          return (
            <g key={day.day}>
              <title>{`${format.day(day.day)}: ${format.count(day.count)} · ${format.money(day.amount)}`}</title>
              <Bar day={day} measure={measure} x={x} width={barWidth} scale={scale} />
              {index % labelEvery === 0 && (
                <text x={x + barWidth / 2} y={height - 6} textAnchor={index === 0 ? 'start' : 'middle'}>
                  {format.shortDay(day.day)}
                </text>
              )}
            </g>
          );
        })}
      </svg>
      {measure === 'count' && (
        <figcaption className="legend">
          {parts.map((status) => (
            <span key={status}>
              <i className={`fill-${status}`} />
              {words.statuses[status]}
            </span>
          ))}
        </figcaption>
      )}
      <DayTable days={days} />
    </figure>
  );
}

interface BarProps {
  day: Days[number];
  measure: Measure;
  x: number;
  width: number;
  scale: number;
}

function Bar({ day, measure, x, width: barWidth, scale }: BarProps) {
  const ground = height - bottom;
  if (measure === 'amount') {
    const tall = day.amount * scale;
    return <rect className="fill-completed" x={x} y={ground - tall} width={barWidth} height={tall} rx={2} />;
  }
  let below = 0;
  return parts.map((status) => {
    const tall = day[status] * scale;
    below += tall;
    return <rect key={status} className={`fill-${status}`} x={x} y={ground - below} width={barWidth} height={tall} />;
  });
}

function DayTable({ days }: { days: Days }) {
  const { totals: texts, words } = useTexts();
  const format = useFormat();
  return (
    <div className="unseen">
      <table>
        <caption>{texts.byDay}</caption>
        <thead>
          <tr>
            <th scope="col">{texts.day}</th>
            <th scope="col">{texts.count}</th>
            <th scope="col">{texts.amount}</th>
            {parts.map((status) => (
              <th key={status} scope="col">
                {words.statuses[status]}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {days.map((day) => (
            <tr key={day.day}>
              <th scope="row">{format.day(day.day)}</th>
              <td>{format.count(day.count)}</td>
              <td>{format.money(day.amount)}</td>
              {parts.map((status) => (
                <td key={status}>{format.count(day[status])}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** Names with a share each, as a table whose bars repeat its numbers. */
export function Shares({
  caption,
  rows,
}: {
  caption: string;
  rows: readonly { key: string; name: string; count: number; amount: number; fill?: string }[];
}) {
  const format = useFormat();
  const { totals: texts } = useTexts();
  const max = Math.max(1, ...rows.map(({ count }) => count));
  return (
    <table className="rows">
      <caption className="unseen">{caption}</caption>
      <thead>
        <tr>
          <th scope="col">{caption}</th>
          <th scope="col" className="end" style={{ width: 'min(6.5rem, 24%)' }}>
            {texts.count}
          </th>
          <th scope="col" className="end" style={{ width: 'min(8.5rem, 36%)' }}>
            {texts.amount}
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ key, name, count, amount, fill = 'fill-completed' }) => (
          <tr key={key}>
            <td>
              {name}
              <span className="bar" style={{ display: 'block', marginBlockStart: 4 }} aria-hidden="true">
                {count > 0 && <i className={fill} style={{ width: `${(count / max) * 100}%` }} />}
              </span>
            </td>
            <td className="end">{format.count(count)}</td>
            <td className="end">{format.money(amount)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
