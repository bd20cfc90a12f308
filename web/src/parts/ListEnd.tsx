/** The end of a list that goes on: fetches the next part when it comes into sight, or when asked. */
import { Button, Group, Text } from '@mantine/core';
import { useIntersection } from '@mantine/hooks';
import { useEffect } from 'react';
import { useTexts } from '../base/language.tsx';

interface ListEndProps {
  hasNextPage: boolean;
  isFetchingNextPage: boolean;
  fetchNextPage: () => unknown;
  /** Where the list is at its end, and what was shown. */
  end?: string | undefined;
}

export function ListEnd({ hasNextPage, isFetchingNextPage, fetchNextPage, end }: ListEndProps) {
  const { common } = useTexts();
  const { ref, entry } = useIntersection({ rootMargin: '600px' });
  const inSight = entry?.isIntersecting === true;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the function is another one each time
  useEffect(() => {
    if (inSight && hasNextPage && !isFetchingNextPage) fetchNextPage();
  }, [inSight, hasNextPage, isFetchingNextPage]);
  return (
    <Group ref={ref} justify="center" p="md" mih={68}>
      {hasNextPage ? (
        <Button variant="default" onClick={() => fetchNextPage()} loading={isFetchingNextPage}>
          {common.more}
        </Button>
      ) : (
        <Text c="dimmed" size="sm">
          {end}
        </Text>
      )}
    </Group>
  );
}
