/** Language and colours. */
import { Button, type MantineColorScheme, Menu, useMantineColorScheme } from '@mantine/core';
import { useLanguage } from '../base/language.tsx';
import { Icon } from '../parts/Icon.tsx';

export function LanguageButton() {
  const { language, setLanguage, texts } = useLanguage();
  const other = language === 'en' ? 'fr' : 'en';
  return (
    <Button variant="subtle" size="sm" px="xs" lang={other} onClick={() => setLanguage(other)}>
      {texts.frame.otherLanguage}
    </Button>
  );
}

const schemes: readonly MantineColorScheme[] = ['auto', 'light', 'dark'];

export function SchemeMenu() {
  const { frame } = useLanguage().texts;
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button variant="subtle" size="sm" px="xs" aria-label={frame.colours}>
          <Icon name="sun" />
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{frame.colours}</Menu.Label>
        {schemes.map((scheme) => (
          <Menu.Item
            key={scheme}
            role="menuitemradio"
            aria-checked={colorScheme === scheme}
            onClick={() => setColorScheme(scheme)}
            rightSection={colorScheme === scheme ? '✓' : undefined}
          >
            {frame.schemes[scheme]}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
