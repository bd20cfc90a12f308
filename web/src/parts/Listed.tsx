/** A list that goes on, with all that may become of it: fetched, failed, empty, at its end. */
import type { ReactNode } from 'react';
import { useTexts } from '../base/language.tsx';
import type { List } from '../base/list.ts';
import { Waiting } from './Empty.tsx';
import { ListEnd } from './ListEnd.tsx';
import { Sheet } from './Page.tsx';
import { TroubleBox } from './Trouble.tsx';

interface ListedProps {
  of: List<unknown, unknown>;
  /** Where it is one of several lists of a page. */
  title?: string;
  /** Where there is nothing: why, and what to do. */
  empty: ReactNode;
  /** How many rows of which height are held while it is fetched. */
  lines?: number;
  height?: number;
  children: ReactNode;
}

export function Listed({ of: { list, items }, title, empty, lines = 5, height = 65, children }: ListedProps) {
  const { common } = useTexts();
  const isThere = list.data !== undefined;
  const shown = (
    <>
      {list.isPending && <Waiting lines={lines} height={height} />}
      {isThere && items.length === 0 && empty}
      {items.length > 0 && (
        <>
          {children}
          <ListEnd {...list} end={common.whole(items.length)} />
        </>
      )}
    </>
  );
  return (
    <>
      {list.isError && <TroubleBox error={list.error} onAgain={() => void list.refetch()} />}
      {(isThere || list.isPending) &&
        (title === undefined ? (
          <div className="paper flush" aria-busy={list.isFetching}>
            {shown}
          </div>
        ) : (
          <Sheet flush title={title}>
            {shown}
          </Sheet>
        ))}
    </>
  );
}
