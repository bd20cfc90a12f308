/** The fields in which rules of account numbers are written. */
import { Checkbox, NativeSelect, SimpleGrid, Stack, TextInput } from '@mantine/core';
import { useDeskTexts } from '../texts.ts';
import type { Check, Confidence, Draft, Faults } from './rules.ts';

interface FieldsProps {
  draft: Draft;
  faults: Faults;
  onChange: (draft: Draft) => void;
}

const entries = <Key extends string>(table: Record<Key, string>) =>
  (Object.entries(table) as [Key, string][]).map(([value, label]) => ({ value, label }));

export function RulesFields({ draft, faults, onChange }: FieldsProps) {
  const { edit: texts, rules } = useDeskTexts().oversight;
  const set = (part: Partial<Draft>) => onChange({ ...draft, ...part });
  return (
    <Stack>
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        <NativeSelect
          label={texts.kind}
          data={entries(texts.kinds)}
          value={draft.kind}
          onChange={(event) => set({ kind: event.currentTarget.value as Draft['kind'] })}
        />
        <NativeSelect
          label={rules.confidence}
          description={rules.confidenceAbout[draft.confidence]}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          data={entries(rules.confidences)}
          value={draft.confidence}
          error={faults.confidence}
          onChange={(event) => set({ confidence: event.currentTarget.value as Confidence })}
        />
      </SimpleGrid>
      <FormatFields draft={draft} faults={faults} set={set} />
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        <TextInput
          label={rules.hint}
          description={texts.hintAbout}
          value={draft.hint}
          onChange={(event) => set({ hint: event.currentTarget.value })}
        />
        <TextInput
          label={rules.source}
          description={texts.sourceAbout}
          required
          withAsterisk={false}
          value={draft.source}
          error={faults.source}
          onChange={(event) => set({ source: event.currentTarget.value })}
        />
      </SimpleGrid>
    </Stack>
  );
}

function FormatFields({ draft, faults, set }: Omit<FieldsProps, 'onChange'> & { set: (part: Partial<Draft>) => void }) {
  const { edit: texts, rules } = useDeskTexts().oversight;
  if (draft.kind === 'none') return null;
  return (
    <>
      <SimpleGrid cols={{ base: 1, sm: draft.kind === 'digits' ? 3 : 2 }}>
        {draft.kind === 'pattern' ? (
          <TextInput
            label={texts.pattern}
            description={texts.patternAbout}
            value={draft.pattern}
            error={faults.pattern}
            autoComplete="off"
            spellCheck={false}
            onChange={(event) => set({ pattern: event.currentTarget.value.toUpperCase() })}
          />
        ) : (
          <>
            <TextInput
              label={texts.lengths}
              description={texts.lengthsAbout}
              value={draft.lengths}
              error={faults.lengths}
              autoComplete="off"
              onChange={(event) => set({ lengths: event.currentTarget.value })}
            />
            <TextInput
              label={texts.prefix}
              description={texts.prefixAbout}
              value={draft.prefix}
              error={faults.prefix}
              autoComplete="off"
              inputMode="numeric"
              onChange={(event) => set({ prefix: event.currentTarget.value })}
            />
          </>
        )}
        <NativeSelect
          label={rules.check}
          description={texts.checkAbout}
          data={[{ value: '', label: rules.noCheck }, ...entries(rules.checks)]}
          value={draft.check}
          onChange={(event) => set({ check: event.currentTarget.value as Check | '' })}
        />
      </SimpleGrid>
      <Checkbox.Group label={rules.steps} value={draft.steps} onChange={(steps) => set({ steps })}>
        <Stack gap="xs" mt="xs">
          {entries(rules.stepNames).map(({ value, label }) => (
            <Checkbox key={value} value={value} label={label} />
          ))}
        </Stack>
      </Checkbox.Group>
    </>
  );
}
