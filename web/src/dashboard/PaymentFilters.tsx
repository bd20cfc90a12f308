/** What of the payments is shown. It stands in the address of the page. */
import { Button, Group, NativeSelect, TextInput } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { pagePaths } from '../../../src/pages/paths.ts';
import { useTexts } from '../base/language.tsx';
import { usePartner } from '../base/me.ts';
import { SearchField } from '../parts/SearchField.tsx';
import type { PaymentFilters } from '../router.tsx';

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
        <SearchField
          label={texts.search}
          placeholder={texts.searchFor}
          style={{ flex: '1 1 16rem' }}
          search={filters.search ?? ''}
          onSearch={(search) => change({ search })}
        />
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
