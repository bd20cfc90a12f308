/** What of the payments is shown. It stands in the address of the page. */
import { Button, Group, NativeSelect, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { pagePaths } from '../../../src/pages/paths.ts';
import { useTexts } from '../base/language.tsx';
import { usePartner } from '../base/me.ts';
import { Icon } from '../parts/Icon.tsx';
import type { PaymentFilters } from '../router.tsx';

const searchAfterMilliseconds = 250;

export function Filters({ filters }: { filters: PaymentFilters }) {
  const { payments: texts, words } = useTexts();
  const navigate = useNavigate();
  const partnerId = String(usePartner().id);
  const change = (more: PaymentFilters) => {
    const given = Object.entries({ ...filters, ...more }).filter(([, value]) => value);
    void navigate({ to: pagePaths.payments, params: { partnerId }, search: Object.fromEntries(given), replace: true });
  };
  const options = (names: Readonly<Record<string, string>>) => [
    { value: '', label: texts.all },
    ...Object.entries(names).map(([value, label]) => ({ value, label })),
  ];
  return (
    <search>
      <Group align="flex-end" gap="sm">
        <SearchField search={filters.search ?? ''} onSearch={(search) => change({ search })} />
        <NativeSelect
          label={texts.status}
          data={options(words.statuses)}
          value={filters.status ?? ''}
          onChange={(event) => change({ status: event.currentTarget.value })}
        />
        <NativeSelect
          label={texts.method}
          data={options(words.methods)}
          value={filters.method ?? ''}
          onChange={(event) => change({ method: event.currentTarget.value })}
        />
        <TextInput
          type="date"
          label={texts.from}
          value={filters.from ?? ''}
          max={filters.to}
          onChange={(event) => change({ from: event.currentTarget.value })}
        />
        <TextInput
          type="date"
          label={texts.to}
          value={filters.to ?? ''}
          min={filters.from}
          onChange={(event) => change({ to: event.currentTarget.value })}
        />
        {Object.keys(filters).length > 0 && (
          <Button
            variant="subtle"
            onClick={() => void navigate({ to: pagePaths.payments, params: { partnerId }, search: {}, replace: true })}
          >
            {texts.clearFilters}
          </Button>
        )}
      </Group>
    </search>
  );
}

/** Searches a moment after the last letter. */
function SearchField({ search, onSearch }: { search: string; onSearch: (search: string) => void }) {
  const { payments: texts } = useTexts();
  const [typed, setTyped] = useState(search);
  const sent = useRef(search);
  const send = useDebouncedCallback((value: string) => {
    sent.current = value;
    onSearch(value);
  }, searchAfterMilliseconds);
  useEffect(() => {
    // Changed from elsewhere: by "back", or with all filters.
    if (search !== sent.current) setTyped(search);
    sent.current = search;
  }, [search]);
  return (
    <TextInput
      type="search"
      label={texts.search}
      placeholder={texts.searchFor}
      leftSection={<Icon name="search" />}
      style={{ flex: '1 1 16rem' }}
      value={typed}
      onChange={(event) => {
        setTyped(event.currentTarget.value);
        send(event.currentTarget.value.trim());
      }}
    />
  );
}
