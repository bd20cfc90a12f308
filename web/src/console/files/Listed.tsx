/** A list of the desk with all that may become of it: fetched, failed, empty, going on. */
import type { ReactNode } from 'react';
import { useTexts } from '../../base/language.tsx';
import { Waiting } from '../../parts/Empty.tsx';
import { ListEnd } from '../../parts/ListEnd.tsx';
import { TroubleBox } from '../../parts/Trouble.tsx';
import type { DeskList } from '../ask.ts';

interface ListedProps {
  desk: DeskList<unknown, unknown>;
  /** Where there is nothing: why, and what to do. */
  empty: ReactNode;
  /** How many rows of which height are held while it is fetched. */
  lines?: number;
  height?: number;
  children: ReactNode;
}

export function Listed({ desk: { list, items }, empty, lines = 5, height = 65, children }: ListedProps) {
  const { desk: texts } = useTexts();
  const isThere = list.data !== undefined;
  return (
    <>
      {list.isError && <TroubleBox error={list.error} onAgain={() => void list.refetch()} />}
      {(isThere || list.isPending) && (
        <div className="paper flush" aria-busy={list.isFetching}>
          {list.isPending && <Waiting lines={lines} height={height} />}
          {isThere && items.length === 0 && empty}
          {items.length > 0 && (
            <>
              {children}
              <ListEnd
                hasNextPage={list.hasNextPage}
                isFetchingNextPage={list.isFetchingNextPage}
                fetchNextPage={list.fetchNextPage}
                end={texts.whole(items.length)}
              />
            </>
          )}
        </div>
      )}
    </>
  );
}
