/** Whose data this is; a menu for who belongs to several partners. The same page opens at the other one. */
import { Button, Menu, Text } from '@mantine/core';
import { useNavigate, useParams } from '@tanstack/react-router';
import { pagePaths } from '../../../src/pages/paths.ts';
import { useTexts } from '../base/language.tsx';
import { partnersOf, useMe } from '../base/me.ts';
import { Icon } from '../parts/Icon.tsx';

export function PartnerSwitch() {
  const { frame } = useTexts();
  const navigate = useNavigate();
  const { partnerId } = useParams({ strict: false });
  const partners = partnersOf(useMe().data?.person);
  const current = partners.find((each) => String(each.partnerId) === partnerId);
  if (!current) return null;
  if (partners.length === 1) {
    return (
      <Text size="sm" fw={550} px="xs" truncate maw={{ base: 150, sm: 260 }}>
        {current.partnerName}
      </Text>
    );
  }
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button
          variant="subtle"
          size="sm"
          px="xs"
          rightSection={<Icon name="down" size={14} />}
          maw={{ base: 165, sm: 280 }}
        >
          <span className="unseen">{frame.partner}</span>
          {current.partnerName}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{frame.switchPartner}</Menu.Label>
        {partners.map((each) => (
          <Menu.Item
            key={each.partnerId}
            role="menuitemradio"
            aria-checked={each === current}
            rightSection={each === current ? '✓' : undefined}
            onClick={() => void navigate({ to: pagePaths.payments, params: { partnerId: String(each.partnerId) } })}
          >
            {each.partnerName}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
