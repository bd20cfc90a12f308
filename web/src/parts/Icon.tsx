/** The signs of the navigation: drawn here, one line each, 24 by 24. They say nothing to a screen reader: a text stands beside. */

const lines = {
  payments: 'M4 7h16M4 12h16M4 17h10',
  totals: 'M5 20V11M12 20V4M19 20v-6',
  tokens: 'M14.5 9.5 21 3M18 6l2 2M15 15a5 5 0 1 1-3-4.6',
  webhooks: 'M4 12h10M10 7l5 5-5 5M19 4v16',
  bank: 'M3 9l9-5 9 5M5 9v9M10 9v9M14 9v9M19 9v9M3 20h18',
  payees: 'M4 4h10l6 6v10H4zM14 4v6h6M8 14h8M8 17h5',
  rent: 'M4 11l8-7 8 7v9H4zM10 20v-6h4v6',
  start: 'M5 12h13M13 6l6 6-6 6',
  people:
    'M9 11a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7zM3 20c0-4 3-6 6-6s6 2 6 6M16 4.5a3.5 3.5 0 0 1 0 6M18 14.5c2 .8 3 2.6 3 5.5',
  sandbox: 'M7 4v16l13-8z',
  desk: 'M4 13h5l1.5 3h3L15 13h5M4 13l3-8h10l3 8v6H4z',
  trail: 'M6 3h9l4 4v14H6zM9 10h7M9 14h7M9 18h4',
  transfers: 'M4 8h15M15 4l4 4-4 4M20 16H5M9 12l-4 4 4 4',
  failed: 'M12 3l9 17H3zM12 10v4M12 17v.5',
  approvals: 'M4 12l5 5L20 6',
  files: 'M4 6h6l2 2h8v11H4z',
  quarantine: 'M12 3l8 3v6c0 5-4 8-8 9-4-1-8-4-8-9V6zM9 12h6',
  returns: 'M9 7L4 12l5 5M4 12h11a5 5 0 0 1 5 5v2',
  settlement: 'M3 8h18v11H3zM3 12h18M7 5h10',
  answers: 'M4 5h16v11H10l-4 4v-4H4z',
  card: 'M3 6h18v13H3zM3 10h18M6 15h4',
  sun: 'M12 16a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM12 2v2M12 20v2M4.9 4.9l1.4 1.4M17.7 17.7l1.4 1.4M2 12h2M20 12h2M4.9 19.1l1.4-1.4M17.7 6.3l1.4-1.4',
  person: 'M12 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM4 21c0-4.5 4-6.5 8-6.5s8 2 8 6.5',
  search: 'M11 18a7 7 0 1 0 0-14 7 7 0 0 0 0 14zM20 20l-4-4',
  down: 'M7 10l5 5 5-5',
  left: 'M14 6l-6 6 6 6',
  download: 'M12 4v11M7 11l5 5 5-5M5 20h14',
} as const;
export type IconName = keyof typeof lines;

export function Icon({ name, size = 18 }: { name: IconName; size?: number }) {
  return (
    <svg viewBox="0 0 24 24" width={size} height={size} aria-hidden="true" focusable="false">
      <path
        d={lines[name]}
        fill="none"
        stroke="currentColor"
        strokeWidth="1.8"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </svg>
  );
}

/** A slip with a tick, as on the payer's page. */
export function Mark() {
  return (
    <svg className="mark" viewBox="0 0 24 24" width="24" height="24" aria-hidden="true" focusable="false">
      <path d="M5 2.5h14v19l-2.33-1.6-2.34 1.6L12 19.9l-2.33 1.6-2.34-1.6L5 21.5z" />
      <path className="tick" d="M8.3 11.2l2.7 2.7 4.9-5.4" />
    </svg>
  );
}
