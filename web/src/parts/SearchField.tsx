/** Searches a moment after the last letter. */
import { TextInput, type TextInputProps } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { useEffect, useRef, useState } from 'react';
import { Icon } from './Icon.tsx';

const searchAfterMilliseconds = 250;

interface SearchFieldProps extends Pick<TextInputProps, 'label' | 'placeholder' | 'maw' | 'style'> {
  /** What is looked for now. */
  search: string;
  onSearch: (search: string) => void;
}

export function SearchField({ search, onSearch, ...field }: SearchFieldProps) {
  const [typed, setTyped] = useState(search);
  const sent = useRef(search);
  const send = useDebouncedCallback((value: string) => {
    sent.current = value;
    onSearch(value);
  }, searchAfterMilliseconds);
  useEffect(() => {
    // Changed from elsewhere: by "back", or with all filters.
    if (search !== sent.current) {
      send.cancel();
      setTyped(search);
    }
    sent.current = search;
  }, [search, send]);
  return (
    <TextInput
      {...field}
      type="search"
      leftSection={<Icon name="search" />}
      value={typed}
      onChange={(event) => {
        setTyped(event.currentTarget.value);
        send(event.currentTarget.value.trim());
      }}
    />
  );
}
