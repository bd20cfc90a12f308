/** How something was and how it is: what changed, one thing beside the other. */
import type { ReactNode } from 'react';
import { Rows } from './Rows.tsx';

export interface Change {
  key: string;
  name: string;
  before: ReactNode;
  after: ReactNode;
}

interface SideBySideProps {
  /** Read to who does not see it. */
  caption: string;
  heads: { name: string; before: string; after: string };
  changes: readonly Change[];
}

export function SideBySide({ caption, heads, changes }: SideBySideProps) {
  return (
    <Rows
      caption={caption}
      rows={changes}
      keyOf={({ key }) => key}
      columns={[
        { key: 'name', head: heads.name, width: '30%', cell: ({ name }) => <span className="second">{name}</span> },
        { key: 'before', head: heads.before, cell: ({ before }) => before },
        { key: 'after', head: heads.after, cell: ({ after }) => after },
      ]}
    />
  );
}
